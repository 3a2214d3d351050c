// @ts-check
// Folders outside the project for what one run needs and no later one should see.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a folder that is gone when this process is, even when a signal ends it.
 * @param {string} prefix of its name
 * @param {string} [parent]
 */
export function temporaryFolder(prefix, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, prefix));
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A dying child may still write there. It is a temporary folder; the system will have it in the end.
    }
  });
  return folder;
}
