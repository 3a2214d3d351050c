// Keeps what was read of a journal for the next opening, where somebody offers a place for it.

import type { NewSha256 } from '../core/fingerprint.ts';
import { looksContinued, type SeenHistory } from '../core/history.ts';
import type { ByteSource } from './byteSource.ts';
import type { Contents } from './contents.ts';
import { decodeSaved, encodeSaved, type SavedTrace } from './savedTrace.ts';
import { TraceContents } from './traceContents.ts';

/** Which file it is, and in which state. */
export interface FileIdentity {
  /** Equal for the same file, whatever was written to it. */
  readonly file: string;
  /** Equal only while nothing was written to it. */
  readonly state: string;
}

/** Keeps what was read of one file. */
export interface Keeper {
  /** Of the file now; undefined when it is not there. */
  identity(): FileIdentity | undefined;
  /** Files of fewer bytes are not worth it: they are read as fast. */
  readonly least: number;
  load(): Uint8Array | undefined;
  /** Keeps the parts, one after another. */
  save(parts: readonly Uint8Array[]): void;
}

/** What was kept of a file, and whether that is all of it. */
export interface Kept {
  readonly saved: SavedTrace;
  /** The file has grown since, as far as its size and some of its bytes tell. */
  readonly hasGrown: boolean;
}

/** What was kept of this very file, unchanged or grown since; undefined when there is nothing. */
export function loadKept(
  keeper: Keeper | undefined,
  source: ByteSource,
  newSha256: NewSha256,
): Kept | undefined {
  if (keeper === undefined || source.size() < keeper.least) return undefined;
  const bytes = keeper.load();
  const saved = bytes && decodeSaved(bytes);
  const now = keeper.identity();
  if (saved === undefined || saved.file !== now?.file) return undefined;
  if (saved.state === now.state) return { saved, hasGrown: false };
  const { history } = saved;
  if (history === null || source.size() < history.bytes) return undefined;
  const read = (offset: number, length: number) => source.read(offset, length);
  return looksContinued(history, newSha256, read) ? { saved, hasGrown: true } : undefined;
}

/**
 * Keeps what was read of a file: the first `bytes` bytes. `before` is which file it was when the reading began, and
 * `history` what it saw.
 */
export function keep(
  contents: Contents,
  before: FileIdentity | undefined,
  { history, bytes }: { readonly history: SeenHistory; readonly bytes: number },
  keeper: Keeper | undefined,
): void {
  if (keeper === undefined || before === undefined || !(contents instanceof TraceContents)) return;
  const now = keeper.identity();
  if (bytes < keeper.least || now?.file !== before.file) return;
  const parts = encodeSaved({
    ...contents.saved(),
    file: now.file,
    state: now.state === before.state ? now.state : null,
    history: history.bytes === bytes ? { ...history, rewrittenAt: null } : null,
  });
  if (parts !== undefined) keeper.save(parts);
}
