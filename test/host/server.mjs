// @ts-check
// One running VS Code server, and the address of a workbench in it.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { killTree, runToEnd, spawnTree } from './processes.mjs';

/**
 * @typedef {object} Profile
 * @property {string} userDataDir
 * @property {string} extensionsDir
 */

/**
 * @typedef {object} Server
 * @property {string} url of the workbench without a folder
 * @property {number} port
 * @property {string} token anyone who can reach the port could otherwise open a terminal here
 * @property {string} log file with all that the server printed
 * @property {Promise<string>} ended settles when the server is gone, with the reason
 * @property {() => Promise<void>} stop ends it and all that it started
 */

const PARENT_GUARD = new URL('parentGuard.mjs', import.meta.url).href;

const LISTENING = /agent (?:host )?listening on (\d+)/i;

/**
 * Starts a server and waits until it listens.
 * @param {import('./install.mjs').Host} host
 * @param {Profile & { log: string, port?: number, startTimeoutMs?: number }} options port 0: any free one
 * @returns {Promise<Server>}
 */
export async function startServer(host, { log, port = 0, startTimeoutMs = 60_000, ...profile }) {
  const token = randomBytes(12).toString('hex');
  await mkdir(dirname(log), { recursive: true });
  const args = [
    ...['--host', '127.0.0.1', '--port', String(port), '--connection-token', token],
    // Only with this does the page honour the payload that names the extension under development.
    '--enable-smoke-test-driver',
    ...['--accept-server-license-terms', '--disable-workspace-trust', '--telemetry-level', 'off'],
    ...profileArguments(profile),
  ];
  const child = spawnTree(host.node, ['--import', PARENT_GUARD, host.serverMain, ...args], {
    env: serverEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  const ended = new Promise((/** @type {(reason: string) => void} */ resolve) => {
    child.once('error', (error) => resolve(`it could not be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`));
  });
  const stop = async () => {
    killTree(child);
    await ended;
  };
  const output = recordOutput(child, log);
  const result = await Promise.race([output.listening, ended, timeout(startTimeoutMs)]);
  if (typeof result === 'number') {
    const url = `http://127.0.0.1:${result}/?tkn=${token}`;
    return { url, port: result, token, log, ended, stop };
  }
  await stop();
  await Promise.race([once(child, 'close'), setTimeout(500)]); // its last words may still be in the pipe
  throw startFailure(result ?? `it did not listen within ${startTimeoutMs / 1000} s`, output.recent(), port);
}

/**
 * Writes all that a server prints to a file, keeps the end of it, and looks for the port in it.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} log
 */
function recordOutput(child, log) {
  const file = createWriteStream(log);
  let recent = '';
  /** @type {Promise<number>} */
  const listening = new Promise((resolve) => {
    const onData = (/** @type {Buffer} */ data) => {
      file.write(data);
      recent = (recent + data.toString()).slice(-20_000);
      const port = LISTENING.exec(recent)?.[1];
      if (port) resolve(Number(port));
    };
    child.stdout?.on('data', onData);
    child.stderr?.on('data', onData);
  });
  child.once('close', () => file.end());
  return { listening, recent: () => recent };
}

/**
 * @param {string} why
 * @param {string} output
 * @param {number} port
 */
function startFailure(why, output, port) {
  if (output.includes('EADDRINUSE')) {
    return new Error(`Port ${port} is in use. Choose another, or none for any free port.`);
  }
  // A syntax error shows the line it is in, and the server is minified into few of them.
  const lines = output.trim().split('\n').slice(-15);
  const report = lines.map((line) => line.slice(0, 300)).join('\n');
  return new Error(`The VS Code server did not start: ${why}.\n${report}`);
}

/**
 * The address of a workbench: a folder, optionally with an unpacked extension under development, optionally running
 * a test suite inside the extension host.
 * @param {Server} server
 * @param {{ folder?: string | undefined, extension?: string | undefined, tests?: string | undefined }} [what]
 */
export function workbenchUrl(server, { folder, extension, tests } = {}) {
  const remote = (/** @type {string} */ path) => `vscode-remote://127.0.0.1:${server.port}${uriPath(path)}`;
  /** @type {[string, string][]} */
  const payload = [];
  if (extension) payload.push(['extensionDevelopmentPath', remote(extension)]);
  if (tests) payload.push(['extensionTestsPath', remote(tests)]);
  const query = [folder ? `folder=${uriPath(folder)}` : 'ew=true'];
  if (payload.length > 0) query.push(`payload=${encodeURIComponent(JSON.stringify(payload))}`);
  return `${server.url}&${query.join('&')}`;
}

/**
 * Asks for the workbench page as a browser would, and gives the HTTP status.
 * @param {Server} server
 */
export async function askForPage(server) {
  const { origin } = new URL(server.url);
  const response = await fetch(origin, { headers: { cookie: `vscode-tkn=${server.token}` } });
  await response.body?.cancel();
  return response.status;
}

/**
 * Installs a packaged extension into a profile, as a person would from its .vsix file.
 * @param {import('./install.mjs').Host} host
 * @param {Profile} profile
 * @param {string} vsix
 */
export async function installExtension(host, profile, vsix) {
  if (!existsSync(vsix)) throw new Error(`There is no ${vsix}. Make it with \`npm run package\`.`);
  const args = [
    '--accept-server-license-terms',
    '--install-extension',
    vsix,
    '--force',
    ...profileArguments(profile),
  ];
  const { code, output } = await runToEnd(host.node, [host.serverMain, ...args], {
    env: serverEnvironment(),
  });
  if (code !== 0 || !/successfully installed/i.test(output)) {
    const report = output.slice(Math.max(0, output.indexOf('Installing extensions'))); // after noise of the start
    throw new Error(`${vsix} could not be installed (exit code ${code}):\n${report}`);
  }
}

/** @param {Profile} profile */
function profileArguments({ userDataDir, extensionsDir }) {
  const serverDataDir = join(userDataDir, 'server');
  return [
    '--server-data-dir',
    serverDataDir,
    '--user-data-dir',
    userDataDir,
    '--extensions-dir',
    extensionsDir,
  ];
}

/**
 * Without what a VS Code terminal or a debugger left in the environment, which would steer this server, too, and
 * without a marketplace: nothing here asks the network for anything.
 */
function serverEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name),
  );
  return { ...Object.fromEntries(kept), EXTENSIONS_GALLERY: '{}' };
}

/** @param {string} path */
function uriPath(path) {
  return pathToFileURL(path).pathname;
}

/**
 * Resolves late, but keeps no process alive for it.
 * @param {number} ms
 * @returns {Promise<undefined>}
 */
function timeout(ms) {
  return setTimeout(ms, undefined, { ref: false });
}
