// @ts-check
// The one build: five bundles from one source tree. `--watch` rebuilds on change, `--dev` keeps names readable.
import * as esbuild from 'esbuild';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const watch = process.argv.includes('--watch');
const dev = watch || process.argv.includes('--dev');

/** @type {esbuild.BuildOptions} */
const shared = {
  bundle: true,
  minify: !dev,
  sourcemap: dev ? 'linked' : false,
  legalComments: 'none',
  logLevel: 'info',
  define: { __VERSION__: JSON.stringify(process.env['npm_package_version'] ?? '0.1.0') },
};

/** @type {esbuild.BuildOptions} */
const node = { ...shared, platform: 'node', target: 'node20', format: 'cjs' };

/** @type {esbuild.BuildOptions[]} */
const bundles = [
  {
    ...node,
    entryPoints: ['src/extension/extension.ts'],
    outfile: 'dist/extension.js',
    external: ['vscode'],
  },
  { ...node, entryPoints: ['src/node/engineWorker.ts'], outfile: 'dist/engineWorker.js' },
  { ...node, entryPoints: ['src/node/kernelThread.ts'], outfile: 'dist/kernelThread.js' },
  {
    ...node,
    entryPoints: ['src/cli/main.ts'],
    outfile: 'dist/cli.js',
    banner: { js: '#!/usr/bin/env node' },
  },
  {
    ...shared,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    entryPoints: ['src/webview/main.ts'],
    outfile: 'dist/webview.js',
  },
];

await rm('dist', { recursive: true, force: true });
await mkdir('dist', { recursive: true });
await cp('node_modules/@vscode/codicons/dist/codicon.css', 'dist/codicon.css');
await cp('node_modules/@vscode/codicons/dist/codicon.ttf', 'dist/codicon.ttf');

await Promise.all([
  compileKernel('asconfig.json', 'dist/kernel.wasm'),
  compileKernel('shared.json', 'dist/kernelShared.wasm'),
]);

if (watch) {
  for (const options of bundles) {
    const context = await esbuild.context(options);
    await context.watch();
  }
} else {
  const results = await Promise.all(bundles.map((options) => esbuild.build({ ...options, metafile: true })));
  await writeNotices(results.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
}

/**
 * Writes the licences of the packages that went into the bundles beside them.
 * @param {string[]} inputs paths of the bundled files
 */
async function writeNotices(inputs) {
  const folders = inputs.map((input) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
  const packages = [...new Set([...folders, 'node_modules/@vscode/codicons'])].filter(
    (name) => name !== undefined,
  );
  const notices = packages.sort().map(async (folder) => {
    const names = (await readdir(folder)).filter((name) => /^licen[cs]e/i.test(name)).sort();
    const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
    return [`${folder.replace('node_modules/', '')}\n`, ...texts].join('\n');
  });
  await writeFile(
    'dist/THIRD-PARTY-NOTICES.txt',
    (await Promise.all(notices)).join(`\n${'-'.repeat(80)}\n\n`),
  );
}

/**
 * Compiles the kernel of the fast lane from its AssemblyScript source.
 * @param {string} config how, a file in src/assembly
 * @param {string} outFile
 */
async function compileKernel(config, outFile) {
  const compiler = ['node_modules/assemblyscript/bin/asc.js', '--config', `src/assembly/${config}`];
  await promisify(execFile)(process.execPath, [...compiler, '--outFile', outFile]);
}
