// The command line as scripts see it: the bundle run by node, with its exit code and what it prints.

import { spawnSync, type SpawnSyncOptionsWithStringEncoding } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { bundle } from './built.ts';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line. `input` is its standard input. */
export function cli(
  args: readonly string[],
  options: { readonly input?: string | Uint8Array; readonly uid?: number } = {},
): Ran {
  return run(process.execPath, [bundle('cli.js'), ...args], options);
}

/** Runs any program. */
export function run(
  program: string,
  args: readonly string[],
  options: { readonly input?: string | Uint8Array; readonly uid?: number } = {},
): Ran {
  const { input = '', uid } = options;
  const spawned: SpawnSyncOptionsWithStringEncoding = {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...(uid !== undefined && { uid, gid: uid }),
  };
  const { status, stdout, stderr } = spawnSync(program, args, spawned);
  return { code: status, out: stdout, err: stderr };
}

/** A folder that is gone after the tests of the suite. Call in a `describe`. */
export function temporaryFolder(): {
  readonly path: (name?: string) => string;
  readonly write: (name: string, content: string | Uint8Array) => string;
} {
  let folder = '';
  before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'session-journal-'))));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return {
    path: (name = '') => path.join(folder, name),
    write: (name, content) => {
      const file = path.join(folder, name);
      fs.writeFileSync(file, content);
      return file;
    },
  };
}
