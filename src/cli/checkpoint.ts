import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { doubtSource, readCheckpoint, writeCheckpoint, type Checkpoint } from '../core/checkpoint.ts';
import { scanJson, skipWhitespace } from '../core/json/scan.ts';
import { Tape } from '../core/json/tape.ts';
import { valueAt, type JsonValue } from '../core/json/value.ts';
import { applyEvent, fold, initialState, type ReplayState } from '../core/replay.ts';
import type { TraceEvent } from '../core/schema.ts';
import { describeCheckpointDoubt } from '../wording/checkpointDoubts.ts';
import { CommandFailure, OK, UNUSABLE, VIOLATED } from './failure.ts';
import { readOptionsOf, STDIN, withSource } from './openSource.ts';
import { readJournal, type ReadJournal } from './readJournal.ts';
import { requireReached, requireSound } from './replay.ts';

/** A checkpoint larger than this is not read: a replay from the start is no slower. */
const MAX_CHECKPOINT = 256 << 20;

/**
 * `checkpoint create FILE`: writes the state after the journal, or after `until`, and prints where. An older
 * checkpoint is replaced, any other file is not. Returns the exit code.
 */
export function createCheckpoint(file: string, { until, out }: { until?: number; out?: string }): number {
  if (file === STDIN && out === undefined)
    throw new CommandFailure(UNUSABLE, 'with - as the file, --out is needed');
  const text = withSource(file, (source) => {
    const journal = readJournal(source, readOptionsOf(file));
    requireSound(file, journal);
    const state = fold(eventsOf(journal, until));
    requireReached(file, until, state.lastSequence);
    const fingerprint = journal.fingerprint(state.appliedEvents);
    if (fingerprint === undefined) throw new CommandFailure(VIOLATED, `${file}: no event could be replayed`);
    return writeCheckpoint(state, fingerprint);
  });
  if (out === STDIN) {
    process.stdout.write(text);
    return OK;
  }
  const target = out ?? checkpointPath(file);
  replaceCheckpoint(target, text);
  console.log(target);
  return OK;
}

/**
 * `checkpoint verify FILE`: 0 when the checkpoint plus the events after it give what a replay from the start gives, 1
 * when it does not or is not of this journal, 2 when it cannot be read.
 */
export function verifyCheckpoint(file: string, options: { journal?: string }): number {
  const isCheckpoint = options.journal !== undefined || file.endsWith('.json');
  const checkpointFile = isCheckpoint ? file : checkpointPath(file);
  const journalFile = isCheckpoint ? (options.journal ?? journalBeside(file)) : file;
  const read = readCheckpoint(readJson(checkpointFile));
  if ('reason' in read)
    throw new CommandFailure(VIOLATED, `${checkpointFile}: ${describeCheckpointDoubt(read)}`);
  return withSource(journalFile, (source) => {
    const journal = readJournal(source, readOptionsOf(journalFile));
    const sequence = read.sourceSequence;
    const prefix = fold(eventsOf(journal, sequence));
    const doubt = doubtSource(read, () =>
      prefix.lastSequence === sequence ? journal.fingerprint(prefix.appliedEvents) : undefined,
    );
    if (doubt !== undefined)
      throw new CommandFailure(VIOLATED, `${checkpointFile}: ${describeCheckpointDoubt(doubt)}`);
    const tail = continued(journal, read);
    const whole = fold(eventsOf(journal, undefined));
    if (!isSame(read, tail, whole))
      throw new CommandFailure(VIOLATED, `${checkpointFile}: the state is not that of the events up to it`);
    const events = whole.appliedEvents - read.state.appliedEvents;
    console.log(`verified: the checkpoint at sequence ${sequence} and ${events} events after it`);
    return OK;
  });
}

/** The state of the checkpoint with the events after it applied. */
function continued(journal: ReadJournal, checkpoint: Checkpoint): ReplayState {
  const { state } = checkpoint;
  const restored = { ...initialState(), ...state };
  for (const event of eventsOf(journal, undefined))
    if (event.sequence > checkpoint.sourceSequence) applyEvent(restored, event);
  return restored;
}

/** States are the same when they would be saved as the same text. */
function isSame({ sourceFingerprint }: Checkpoint, a: ReplayState, b: ReplayState): boolean {
  return writeCheckpoint(a, sourceFingerprint) === writeCheckpoint(b, sourceFingerprint);
}

function* eventsOf(journal: ReadJournal, until: number | undefined): Generator<TraceEvent> {
  for (const { event } of journal.eventsIn(0, journal.wholeRows)) {
    if (until !== undefined && event.sequence > until) return;
    yield event;
  }
}

/** `NAME.checkpoint.json` beside the journal. */
function checkpointPath(journal: string): string {
  const name = path.basename(journal).replace(/(\.trace)?\.jsonl$/i, '');
  return path.join(path.dirname(journal), `${name}.checkpoint.json`);
}

function journalBeside(checkpoint: string): string {
  const name = checkpoint.replace(/\.checkpoint\.json$/i, '');
  const found = [`${name}.trace.jsonl`, `${name}.jsonl`, name].find((file) => fs.existsSync(file));
  if (found !== undefined && found !== checkpoint) return found;
  throw new CommandFailure(UNUSABLE, `${checkpoint}: there is no journal beside it; name it with --journal`);
}

function readJson(file: string): JsonValue {
  let bytes: Uint8Array;
  try {
    if (fs.statSync(file).size > MAX_CHECKPOINT) throw new Error('too large for a checkpoint');
    bytes = fs.readFileSync(file);
  } catch (error) {
    throw new CommandFailure(UNUSABLE, `${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const tape = new Tape();
  const scan = scanJson(bytes, 0, bytes.length, tape);
  if (!scan.ok || skipWhitespace(bytes, scan.end, bytes.length) < bytes.length)
    throw new CommandFailure(VIOLATED, `${file}: not a checkpoint: it is no JSON`);
  return valueAt(bytes, tape, 0);
}

/** Puts the new checkpoint in the place of an older one, in one step. */
function replaceCheckpoint(target: string, text: string): void {
  const temporary = path.join(
    path.dirname(target),
    `.${path.basename(target)}.${randomBytes(6).toString('hex')}.tmp`,
  );
  try {
    if (fs.existsSync(target) && 'reason' in readCheckpoint(readJson(target)))
      throw new Error(`${target} exists and is no checkpoint of this version; nothing was changed`);
    fs.writeFileSync(temporary, text, { flag: 'wx', flush: true });
    fs.renameSync(temporary, target);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(UNUSABLE, error instanceof Error ? error.message : String(error));
  }
}
