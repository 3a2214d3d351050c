// The logs that a Codex log builds on, found by the rules of related files and opened to be read.

import * as fs from 'node:fs';
import * as path from 'node:path';
import type { BaseFile, BaseFiles } from '../engine/inheritedHistory.ts';
import { FileUnreadable, openFileSource } from './fileSource.ts';
import { findBase } from './relatedFiles.ts';
import { unpacked } from './zstdSource.ts';

/** Finds what the log at `log` builds on: beside it, in its agent's tree of sessions, and in `folders`. */
export function baseFiles(log: string, folders: readonly string[] = []): BaseFiles {
  return {
    ownKey: keyOf(log),
    open: (link, from = log) => {
      const found = findBase(from, link, folders);
      return found === null ? { code: 'not-here', path: null } : opened(found);
    },
  };
}

/** For a log without a place: nothing can lie beside it. */
export const NO_BASE_FILES: BaseFiles = { ownKey: '', open: () => ({ code: 'not-here', path: null }) };

function opened(found: string): BaseFile | { readonly code: 'not-readable'; readonly path: string } {
  try {
    const source = unpacked(openFileSource(found));
    return { path: found, name: path.basename(found), key: keyOf(found), source };
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    return { code: 'not-readable', path: found };
  }
}

function keyOf(file: string): string {
  try {
    const { dev, ino } = fs.statSync(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return path.resolve(file);
  }
}
