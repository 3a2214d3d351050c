import * as fs from 'node:fs';
import * as path from 'node:path';

/** Name of the event log beside an empty transcript, where there is one: Reasonix writes some sessions there alone. */
export function eventLogBeside(file: string): string | undefined {
  if (!file.endsWith('.jsonl') || file.endsWith('.events.jsonl')) return undefined;
  return firstWithContent([`${file.slice(0, -'.jsonl'.length)}.events.jsonl`]);
}

/** Name of the JSON lines beside a log of binary frames, where there are some: as its session is called, or as it is. */
export function jsonLinesBeside(file: string): string | undefined {
  const folder = path.dirname(path.resolve(file));
  const stems = [path.basename(file, path.extname(file)), path.basename(file), path.basename(folder)];
  return firstWithContent(
    stems.flatMap((stem) =>
      ['.events.jsonl', '.jsonl'].map((extension) => path.join(folder, `${stem}${extension}`)),
    ),
  );
}

function firstWithContent(files: readonly string[]): string | undefined {
  const found = files.find((file) => {
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size > 0;
  });
  return found && path.basename(found);
}
