// Keeps what was read of a journal for the next opening, where somebody offers a place for it.

import type { ByteSource } from './byteSource.ts';
import type { Contents } from './contents.ts';
import { decodeSaved, encodeSaved, type SavedTrace } from './savedTrace.ts';
import { TraceContents } from './traceContents.ts';

/** Keeps what was read of one file. */
export interface Keeper {
  /** Which file it is, and in which state: equal only while nothing was written to it. */
  identity(): string;
  /** Files of fewer bytes are not worth it: they are read as fast. */
  readonly least: number;
  load(): Uint8Array | undefined;
  /** Keeps the parts, one after another. */
  save(parts: readonly Uint8Array[]): void;
}

/** What was kept of this very file, undefined when there is nothing. */
export function loadKept(keeper: Keeper | undefined, source: ByteSource): SavedTrace | undefined {
  if (keeper === undefined || source.size() < keeper.least) return undefined;
  const bytes = keeper.load();
  return bytes && decodeSaved(bytes, keeper.identity());
}

/** Keeps what was read of a file that was in the state `identity` before, and still is. */
export function keep(
  contents: Contents,
  identity: string | undefined,
  keeper: Keeper | undefined,
  source: ByteSource,
): void {
  if (keeper === undefined || identity === undefined || !(contents instanceof TraceContents)) return;
  if (source.size() < keeper.least || keeper.identity() !== identity) return;
  const parts = encodeSaved(contents.saved(identity));
  if (parts !== undefined) keeper.save(parts);
}
