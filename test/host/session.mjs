// @ts-check
// A server and a browser shared by all flows of one Mocha process: starting them costs seconds, opening one more
// workbench in them does not. What a flow leaves behind stays in its own browser context and folder.
import { join } from 'node:path';
import { launchBrowser } from './browser.mjs';
import { ensureHost } from './install.mjs';
import { RESULTS } from './paths.mjs';
import { installExtension, startServer } from './server.mjs';
import { temporaryFolder } from './temporary.mjs';

/**
 * @typedef {object} Session
 * @property {import('./server.mjs').Server} server
 * @property {import('playwright-core').Browser} browser
 * @property {string} userDataDir
 * @property {() => Promise<void>} close
 */

/** @type {Map<string, Promise<Session>>} */
const sessions = new Map();

/**
 * The session with that packaged extension installed, or the one with none.
 * @param {string} [vsix]
 */
export function sharedSession(vsix = '') {
  const session = sessions.get(vsix) ?? open(vsix);
  sessions.set(vsix, session);
  return session;
}

export async function closeSessions() {
  const opened = [...sessions.values()];
  sessions.clear();
  await Promise.allSettled(opened.map(async (session) => (await session).close()));
}

/**
 * @param {string} vsix
 * @returns {Promise<Session>}
 */
async function open(vsix) {
  const host = await ensureHost((line) => process.stdout.write(`${line}\n`));
  const scratch = temporaryFolder('journal-flows-');
  const profile = { userDataDir: join(scratch, 'user'), extensionsDir: join(scratch, 'extensions') };
  if (vsix) await installExtension(host, profile, vsix);
  const server = await startServer(host, { ...profile, log: join(RESULTS, 'flows-server.log') });
  try {
    const browser = await launchBrowser((line) => process.stdout.write(`${line}\n`));
    const close = async () => {
      await Promise.allSettled([browser.close(), server.stop()]);
    };
    return { server, browser, userDataDir: profile.userDataDir, close };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
