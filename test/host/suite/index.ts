// What VS Code calls inside the extension host: runs every test file beside this one with Mocha.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import CountingReporter from '../../reporter.mjs';

export async function run(): Promise<void> {
  const mocha = new Mocha({ timeout: 30_000, color: true, reporter: CountingReporter });
  for (const file of readdirSync(__dirname).sort()) {
    if (file.endsWith('.test.js')) mocha.addFile(join(__dirname, file));
  }
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} failed`);
}
