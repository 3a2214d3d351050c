// What VS Code calls inside the extension host: runs every test file beside this one with Mocha.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import CountingReporter from '../../reporter.mjs';
import { sourceStack } from './sourceStack';

export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true); // before any test file is loaded, so that its map is kept
  const mocha = new Mocha({ timeout: 30_000, reporter: CountingReporter });
  for (const file of readdirSync(__dirname).sort()) {
    if (file.endsWith('.test.js')) mocha.addFile(join(__dirname, file));
  }
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (_test, error: Error) => {
      if (error.stack) error.stack = sourceStack(error.stack);
    });
  });
  if (failures > 0) throw new Error(`${failures} failed`);
}
