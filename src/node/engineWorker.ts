// The worker thread of one opened journal: wires the engine to the port. Started by the extension host.

import * as path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { emptySnapshot } from '../emptySnapshot.ts';
import { OpenJournal } from '../engine/openJournal.ts';
import { Aborted } from '../engine/turns.ts';
import type { EngineApi, EngineEvents, JournalSnapshot } from '../protocol.ts';
import { Channel, type Handlers } from '../rpc.ts';
import { baseFiles } from './baseFiles.ts';
import { FileUnreadable, openFileSource, type FileSource } from './fileSource.ts';
import { indexStore } from './indexStore.ts';
import { loadKernel } from './kernel.ts';
import { relatedFiles } from './relatedFiles.ts';
import { newSha256 } from './sha256.ts';
import { canonicalPasses } from './canonicalPass.ts';
import { textOf } from './text.ts';
import { isZstd, unpacked } from './zstdSource.ts';

let journal: OpenJournal | undefined;
let file:
  | {
      readonly path: string;
      readonly folders: readonly string[];
      readonly source: FileSource;
      readonly packedSize: number | undefined;
    }
  | undefined;

const turns = {
  pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
  now: () => performance.now(),
};

function opened(): OpenJournal {
  if (journal === undefined) throw new Error('no journal is open');
  return journal;
}

/** A header for a file that could not be opened at all. */
function failedSnapshot({ reason, message }: FileUnreadable): JournalSnapshot {
  return emptySnapshot({ kind: 'failed', reason, detail: message });
}

function asFileUnreadable(error: unknown): FileUnreadable {
  if (error instanceof FileUnreadable) return error;
  if (error instanceof Aborted) return new FileUnreadable('cancelled', error.message);
  return new FileUnreadable('io-error', error instanceof Error ? error.message : String(error));
}

/** Reading broke off: told by a snapshot, like its good end. */
function failed(error: unknown): void {
  channel?.push('snapshot', failedSnapshot(asFileUnreadable(error)));
}

/** Unpacking takes its time before the first byte is read. */
function tellUnpacked(bytesRead: number, bytesTotal: number): void {
  channel?.push('snapshot', emptySnapshot({ kind: 'reading', bytesRead, bytesTotal }));
}

const handlers: Handlers<EngineApi> = {
  open({ path: name, seen, storage, folders = [] }) {
    journal?.close();
    try {
      const source = openFileSource(name);
      file = { path: name, folders, source, packedSize: isZstd(source) ? source.size() : undefined };
      const kernel = loadKernel();
      const opening = new OpenJournal({
        source: unpacked(source, { onProgress: tellUnpacked }),
        fileName: path.basename(name),
        textOf,
        newSha256,
        crc32,
        kernel,
        canonicalPass: canonicalPasses(kernel),
        bases: baseFiles(name, folders),
        turns,
        ...(seen && { seen }),
        ...(storage && !isZstd(source) && { keeper: indexStore(storage, name) }),
        onSnapshot: (value) => channel?.push('snapshot', value),
      });
      journal = opening;
      // Reading goes on after the answer; its end, good or bad, is told by a snapshot.
      setImmediate(() => {
        opening.read().catch(failed);
      });
      return opening.snapshot();
    } catch (error) {
      journal = undefined;
      return failedSnapshot(asFileUnreadable(error));
    }
  },
  follow() {
    const following = opened();
    if (file?.source.isInPlace() !== true) return 'reread';
    if (file.packedSize !== undefined && file.source.size() !== file.packedSize) return 'reread';
    const found = following.follow();
    if (found === 'grown') following.readMore().catch(failed);
    return found;
  },
  followBranch({ row }) {
    const following = opened();
    if (!following.followBranch(row)) return false;
    following.readMore().catch(failed);
    return true;
  },
  related() {
    const named = opened().identity();
    if (named === undefined || file === undefined) return [];
    return relatedFiles(file.path, named.format, named.identity, file.folders).map(
      ({ kind, id, path: found }) => ({
        ...{ relation: kind, id, path: found },
      }),
    );
  },
  cancel() {
    journal?.cancel();
    return null;
  },
  history: () => opened().history(),
  rows: ({ from, count }) => opened().rows(from, count),
  details: ({ row, from, limit }) => opened().details(row, limit, from),
  replay: ({ row }) => opened().replay(row),
  violations: ({ limit }) => opened().violations(limit),
  violationsAt: ({ row }) => opened().violationsAt(row),
  nextProblem: ({ row, direction }) => opened().nextProblem(row, direction),
  rowAtLine: ({ line }) => opened().rowAtLine(line),
  search: ({ query, from, limit }, signal) => opened().search(query, from, limit, signal),
  planBranch: ({ row }, signal) => opened().planBranch(row, signal),
};

const port = parentPort;
const channel =
  port === null
    ? undefined
    : new Channel<EngineApi, object, object, EngineEvents>(
        { post: (message) => port.postMessage(message), receive: (handler) => port.on('message', handler) },
        handlers,
        {},
      );
