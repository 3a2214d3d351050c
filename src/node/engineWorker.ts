// The worker thread of one opened journal: wires the engine to the port. Started by the extension host.

import { parentPort } from 'node:worker_threads';
import { emptySnapshot } from '../emptySnapshot.ts';
import { OpenJournal } from '../engine/openJournal.ts';
import type { EngineApi, EngineEvents, JournalSnapshot } from '../protocol.ts';
import { Channel, type Handlers } from '../rpc.ts';
import { FileUnreadable, openFileSource, type FileSource } from './fileSource.ts';
import { loadKernel } from './kernel.ts';
import { newSha256 } from './sha256.ts';

let journal: OpenJournal | undefined;
let source: FileSource | undefined;

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
  return new FileUnreadable('io-error', error instanceof Error ? error.message : String(error));
}

/** Reading broke off: told by a snapshot, like its good end. */
function failed(error: unknown): void {
  channel?.push('snapshot', failedSnapshot(asFileUnreadable(error)));
}

const handlers: Handlers<EngineApi> = {
  open({ path, seen }) {
    journal?.close();
    try {
      source = openFileSource(path);
      const opening = new OpenJournal({
        source,
        newSha256,
        kernel: loadKernel(),
        turns,
        ...(seen && { seen }),
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
    if (source?.isInPlace() !== true) return 'reread';
    const found = following.follow();
    if (found === 'grown') following.readMore().catch(failed);
    return found;
  },
  history: () => opened().history(),
  rows: ({ from, count }) => opened().rows(from, count),
  details: ({ row, limit }) => opened().details(row, limit),
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
