// @ts-check
// The VS Code server that tests and `npm start` run when there is no desktop VS Code: where it is, and how it gets
// there. Nothing is downloaded except npm packages.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cached, installPackages } from './cache.mjs';
import { npm } from './npm.mjs';
import { CACHE, ROOT } from './paths.mjs';
import { CODE_SERVER, NODE_PACKAGES, OLDEST_NODE_MAJOR } from './versions.mjs';

/**
 * @typedef {object} Host
 * @property {string} node the Node executable that runs the server
 * @property {string} serverMain the server's entry point
 */

/**
 * Gives the server, installing it on first use.
 * @param {import('./npm.mjs').Log} log
 * @returns {Promise<Host>}
 */
export async function ensureHost(log) {
  const serverFolder = `vscode-server-${CODE_SERVER.version}`;
  if (!existsSync(join(CACHE, serverFolder))) {
    log(
      `Installing the VS Code ${CODE_SERVER.vscode} server, once: about 800 MB in ${relativeToRoot(CACHE)}.`,
    );
  }
  const node = await ensureNode(log);
  const started = Date.now();
  const folder = await cached(serverFolder, (draft) => fillServer(draft, log));
  if (Date.now() - started > 1000) log(`The VS Code server is ready (${seconds(started)}).`);
  return { node, serverMain: join(vscodeIn(folder), 'out', 'server-main.js') };
}

/**
 * @param {string} folder
 * @param {import('./npm.mjs').Log} log
 */
async function fillServer(folder, log) {
  log(`  ${CODE_SERVER.name}@${CODE_SERVER.version} …`);
  await installPackages(folder, [CODE_SERVER], log);
  log('  its dependencies …');
  // `npm ci` refuses: the shrinkwrap inside is out of step with its package.json.
  await npm(['install', '--omit=dev', '--ignore-scripts', '--engine-strict=false'], {
    cwd: vscodeIn(folder),
    log,
  });
}

/**
 * The server wants a newer Node than the one the project itself is content with. On Linux x64, where automated runs
 * happen, it is always the pinned one; elsewhere a new enough Node at hand saves the download.
 * @param {import('./npm.mjs').Log} log
 */
async function ensureNode(log) {
  const platform = `${process.platform}-${process.arch}`;
  const major = Number.parseInt(process.versions.node, 10);
  if (platform !== 'linux-x64' && major >= OLDEST_NODE_MAJOR) return process.execPath;
  const pin = NODE_PACKAGES[platform];
  if (!pin) {
    throw new Error(
      `The VS Code server needs Node ${OLDEST_NODE_MAJOR} or newer and npm has none for ${platform}.\n` +
        `Install Node ${OLDEST_NODE_MAJOR}, then run this again with it.`,
    );
  }
  const folder = await cached(`${pin.name}-${pin.version}`, async (draft) => {
    log(`  ${pin.name}@${pin.version} …`);
    await installPackages(draft, [pin], log);
  });
  return join(folder, 'node_modules', pin.name, pin.binary);
}

/** @param {string} folder */
function vscodeIn(folder) {
  return join(folder, 'node_modules', CODE_SERVER.name, 'lib', 'vscode');
}

/** @param {number} started */
function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

/** @param {string} path */
function relativeToRoot(path) {
  return path.startsWith(ROOT) ? path.slice(ROOT.length + 1) : path;
}
