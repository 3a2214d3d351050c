// The shared corpus beside the repository: real traces and edge cases. It may not be there.

import * as fs from 'node:fs';
import * as path from 'node:path';

const FOLDER = path.resolve('../shared/corpus');

/** True when the corpus is there. */
export const hasCorpus = fs.existsSync(FOLDER);

/** Names of the files in a folder of the corpus that end so. */
export function corpusFiles(folder: string, ending: string): string[] {
  return hasCorpus
    ? fs
        .readdirSync(path.join(FOLDER, folder))
        .filter((name) => name.endsWith(ending))
        .sort()
    : [];
}

export function corpusBytes(folder: string, name: string): Uint8Array {
  return fs.readFileSync(path.join(FOLDER, folder, name));
}

/** A suite over the corpus: its tests, or one pending test that says why there are none. */
export function overCorpus(title: string, tests: () => void): void {
  describe(title, () => {
    if (hasCorpus) tests();
    else it.skip(`skipped: there is no corpus at ${FOLDER}`);
  });
}
