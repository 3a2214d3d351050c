// What a person gets who installs the package: it holds what runs and nothing else, and it opens a journal.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from '../host/npm.mjs';
import { ROOT } from '../host/paths.mjs';
import { closeWindow, stepByStep } from './gestures.ts';
import { Journal } from './journal.ts';
import { copySamples, openWorkbench, screenshotOnFailure, type Workbench } from './workbench.ts';
import { readZip } from './zip.ts';

const VSIX = join(ROOT, 'dist', 'session-journal.vsix');

/** What is packed: the name in the package, and where it comes from when that is not the same name. */
const FILES: Readonly<Record<string, string | undefined>> = {
  'LICENSE.txt': 'LICENSE',
  'changelog.md': 'CHANGELOG.md',
  'dist/THIRD-PARTY-NOTICES.txt': undefined,
  'dist/cli.js': undefined,
  'dist/codicon.css': undefined,
  'dist/codicon.ttf': undefined,
  'dist/engineWorker.js': undefined,
  'dist/extension.js': undefined,
  'dist/kernel.wasm': undefined,
  'dist/kernelShared.wasm': undefined,
  'dist/kernelThread.js': undefined,
  'dist/webview.js': undefined,
  'media/activity-bar.svg': undefined,
  'media/editor.css': undefined,
  'media/icon.png': undefined,
  'media/walkthrough/branch.svg': undefined,
  'media/walkthrough/open.svg': undefined,
  'media/walkthrough/problems.svg': undefined,
  'media/walkthrough/replay.svg': undefined,
  'package.json': undefined,
  'readme.md': 'README.md',
};

describe('the package', () => {
  let workbench: Workbench | undefined;
  let vsix: Buffer;
  before('package, unless the step before did', async () => {
    if (!existsSync(VSIX)) await npm(['run', 'package'], { cwd: ROOT, log: () => undefined });
    vsix = await readFile(VSIX);
  });
  after(() => closeWindow(workbench));
  stepByStep();
  screenshotOnFailure(() => workbench);

  it('holds exactly what runs, as it was built', async () => {
    const entries = readZip(vsix);
    assert.deepEqual(
      [...entries.keys()].sort(),
      [
        '[Content_Types].xml',
        'extension.vsixmanifest',
        ...Object.keys(FILES).map((name) => `extension/${name}`),
      ].sort(),
    );
    for (const [name, source = name] of Object.entries(FILES)) {
      const packed = entries.get(`extension/${name}`);
      const current = await readFile(join(ROOT, source));
      assert.ok(
        packed?.equals(current),
        `${source} changed after the packaging: run \`npm run package\` again`,
      );
    }
  });

  it('is under a megabyte', () => {
    assert.ok(vsix.length < 1_000_000, `${vsix.length} bytes`);
  });

  it('opens a journal where it is installed', async () => {
    workbench = await openWorkbench({ folder: await copySamples(), installedVsix: VSIX });
    const journal = new Journal(workbench);
    await workbench.openFile('session.trace.jsonl');
    await journal.cursorAt(0);
    assert.equal(await journal.fact('Session'), 'session-pagination-fix');
    assert.equal(await journal.fact('Events'), '35');
    await journal.showReplay();
    await journal.row(34).click();
    await journal.replayShows('Stop state: completed');
    await workbench.screenshot('package installed');
    assert.deepEqual(workbench.uncaught, []);
  });
});
