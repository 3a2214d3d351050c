// @ts-check
// `npm start`: the extension in a VS Code window with the sample journals, from a fresh clone. Uses the `code` on the
// PATH, or else the npm-shipped server and a browser. Nothing but Node's own modules is imported here, directly or
// through others, because `node_modules` may not exist yet.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureHost } from './install.mjs';
import { ensureDependencies, npm } from './npm.mjs';
import { CACHE, ROOT, SAMPLES } from './paths.mjs';
import { askForPage, startServer, workbenchUrl } from './server.mjs';
import { writeSettings } from './settings.mjs';

const USAGE = `npm start                      open the extension in VS Code, or in a browser where there is none
npm start -- --browser         open it in a browser
npm start -- --port 8123       … at this port
npm start -- --check           start it in a browser's place, see that it answers, and stop`;

const onWindows = process.platform === 'win32';

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}

/** The desktop `code` on the PATH. In a remote window's terminal that name is a helper without our option. */
function findCode() {
  if (process.env['VSCODE_IPC_HOOK_CLI']) return undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders
    .map((folder) => join(folder, onWindows ? 'code.cmd' : 'code'))
    .find((path) => existsSync(path));
}

/**
 * Opens the desktop window; `code` itself returns at once.
 * @param {string} code
 * @returns {Promise<boolean>} whether it worked
 */
function openInCode(code) {
  const args = ['--new-window', `--extensionDevelopmentPath=${ROOT}`, SAMPLES];
  const quoted = (/** @type {string} */ text) => (onWindows ? `"${text}"` : text); // .cmd files need the shell
  return new Promise((resolve) => {
    const child = spawn(quoted(code), args.map(quoted), { stdio: 'inherit', shell: onWindows });
    child.once('error', () => resolve(false));
    child.once('exit', (exitCode) => resolve(exitCode === 0));
  });
}

/** @param {number} port */
async function startInServer(port) {
  const host = await ensureHost(say);
  const home = join(CACHE, 'start');
  const userDataDir = join(home, 'user');
  if (!existsSync(join(userDataDir, 'User', 'settings.json'))) await writeSettings(userDataDir); // later they are theirs
  const log = join(home, 'server.log');
  const server = await startServer(host, { userDataDir, extensionsDir: join(home, 'extensions'), log, port });
  const status = await askForPage(server);
  if (status !== 200) throw new Error(`The VS Code server answers with HTTP ${status}. See ${log}`);
  return { server, url: workbenchUrl(server, { folder: SAMPLES, extension: ROOT }) };
}

/**
 * Opens a person's browser if there seems to be a person; the printed address serves everybody else.
 * @param {string} url
 */
function openBrowser(url) {
  const hasDisplay = Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  const hasScreen = process.platform !== 'linux' || hasDisplay;
  if (!process.stdout.isTTY || process.env['CI'] || !hasScreen) return;
  /** @type {[string, string[]]} */
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : onWindows
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : ['xdg-open', [url]];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}

/** @param {{ browser: boolean, check: boolean, port: number }} wanted */
async function main({ browser, check, port }) {
  await ensureDependencies(ROOT, say);
  say('Building …');
  await npm(['run', 'build'], { cwd: ROOT, log: say });

  const code = browser || check ? undefined : findCode();
  if (code) {
    say('Opening VS Code with the extension and the sample journals …');
    if (await openInCode(code)) return;
    say(`${code} failed; using a browser instead.`);
  }

  const { server, url } = await startInServer(port);
  say(`\nSession Journal is running. Open this address in a browser:\n\n  ${url}\n`);
  if (check) {
    await server.stop();
    say('The server answered and was stopped.');
    return;
  }
  say('Then open a *.trace.jsonl file from the Explorer. Press Ctrl+C here to stop.');
  openBrowser(url);
  throw new Error(`The VS Code server stopped: ${await server.ended}. See ${server.log}`);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      browser: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`--port ${values.port} is not a port.`);
  return { ...values, port };
}

try {
  const options = readOptions();
  if (options.help) say(USAGE);
  else await main(options);
  process.exit(0);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof TypeError && 'code' in error) process.stderr.write(`\n${USAGE}\n`); // an option nobody knows
  process.exit(1);
}
