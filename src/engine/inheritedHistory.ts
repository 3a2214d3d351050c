// The history of a log that holds only what came after a point of another one: read from that other log, and from the
// one that it builds on in its turn. Nothing of it becomes part of the log's own events, numbers or fingerprint.

import type { NewSha256 } from '../core/fingerprint.ts';
import { addUsage, usage, type Usage } from '../core/projections/usage.ts';
import { identityMismatch } from '../formats/fileIdentity.ts';
import type { LogIdentity, NativeFormatId, SessionLink } from '../formats/native.ts';
import type { BaseLog, BaseTrouble, BaseTroubleCode, Inheritance } from '../protocol.ts';
import { beginningOf, type ByteSource } from './byteSource.ts';
import type { RowEvent } from './facts.ts';
import { detectNative } from './nativeDetect.ts';
import { NativeJournal } from './nativeJournal.ts';
import { OutlinedTraceEvent } from './nativeNumbering.ts';
import type { TextOf } from './nativeRows.ts';
import { Outline } from './outline.ts';
import { prefixEnd } from './prefixEnd.ts';
import type { ShownEvent } from './replayView.ts';
import { ShownRecords } from './shownRecords.ts';

/** Most logs that are followed back: each is kept open. */
const MOST_LOGS = 32;

/** An opened log that others build on. */
export interface BaseFile {
  readonly path: string;
  /** Its name without the folder. */
  readonly name: string;
  /** The same for one file, whatever it is called. */
  readonly key: string;
  readonly source: ByteSource;
}

/** Finds logs that others build on. What a log names is hostile: it is this one's to decide what is opened. */
export interface BaseFiles {
  /** The {@link BaseFile.key} of the log itself. */
  readonly ownKey: string;
  /** Opens the log that a link of the log at the path `from` names, of the log itself without it. */
  open(
    link: SessionLink,
    from: string | undefined,
  ): BaseFile | { readonly code: 'not-here' | 'not-readable'; readonly path: string | null };
}

export interface InheritedReading {
  readonly files: BaseFiles;
  readonly newSha256: NewSha256;
  readonly textOf?: TextOf | undefined;
  readonly kernel?: WebAssembly.Module | undefined;
}

/** The link to what a log builds on; undefined for one that holds its whole history. */
export function baseLink({ links }: Pick<LogIdentity, 'links'>): SessionLink | undefined {
  return links.find(({ kind }) => kind === 'history-base');
}

/** How many records of the other log come before those of this one. What is no number of records says nothing. */
export function baseRecords({ records = 0 }: SessionLink): number {
  return Number.isSafeInteger(records) && records > 0 ? records : 0;
}

/**
 * Reads what a log builds on, one record at a time; undefined for one that holds its whole history. What cannot be
 * had is told by the trouble, never thrown. To be run to its end, or given up as a whole; what it gives is to be closed.
 */
export function* readInherited(
  format: NativeFormatId,
  identity: LogIdentity,
  reading: InheritedReading,
): Generator<undefined, InheritedHistory | undefined> {
  const link = baseLink(identity);
  if (link === undefined) return undefined;
  const history = new InheritedHistory(link);
  let isRead = false;
  try {
    yield* follow(history, format, link, reading);
    yield* history.outlined();
    isRead = true;
    return history;
  } finally {
    if (!isRead) history.close();
  }
}

/** From one log to the one that it builds on, as far as records are wanted. */
function* follow(
  history: InheritedHistory,
  format: NativeFormatId,
  first: SessionLink,
  reading: InheritedReading,
): Generator<undefined> {
  const seen = new Set([reading.files.ownKey]);
  let link: SessionLink | undefined = first;
  let wanted = baseRecords(first);
  let from: string | undefined;
  while (link !== undefined && wanted > 0) {
    const { id }: SessionLink = link;
    const found: Opened | Fault =
      history.parts.length === MOST_LOGS ? { code: 'too-long', path: null } : open(link, from, seen, reading);
    if ('source' in found) history.opened.push(found.source);
    const part: InheritedPart | Fault =
      'source' in found ? yield* readPart(found, format, wanted, reading) : found;
    if ('code' in part) {
      history.trouble ??= { ...part, id, wanted, there: 0 };
      return;
    }
    const { path } = part.log;
    history.parts.push(part);
    if (part.reaches < wanted)
      history.trouble ??= { code: 'too-short', id, path, wanted, there: part.reaches };
    link = baseLink(part.journal.plan.identity);
    if (link !== undefined) wanted = Math.min(wanted, baseRecords(link));
    from = path;
  }
}

interface Fault {
  readonly code: BaseTroubleCode;
  readonly path: string | null;
}

/** `isAgain`: a file that others were followed from to here. */
type Opened = BaseFile & { readonly isAgain: boolean };

function open(
  link: SessionLink,
  from: string | undefined,
  seen: Set<string>,
  { files }: InheritedReading,
): Opened | Fault {
  const file = files.open(link, from);
  if ('code' in file) return file;
  const isAgain = seen.has(file.key);
  seen.add(file.key);
  return { ...file, isAgain };
}

function* readPart(
  { path, name, source, isAgain }: Opened,
  format: NativeFormatId,
  wanted: number,
  { newSha256, textOf, kernel }: InheritedReading,
): Generator<undefined, InheritedPart | Fault> {
  if (isAgain) return { code: 'cycle', path };
  try {
    const detected = detectNative(source);
    if (detected?.format.id !== format) return { code: 'other-format', path };
    const { offset, rows, reaches } = yield* prefixEnd(source, wanted);
    const prefix = beginningOf(source, offset);
    const journal = new NativeJournal({
      ...{ source: prefix, detected, fileName: name, newSha256, kernel },
      ...(textOf && { textOf }),
    });
    for (const items = journal.read(); items.next().done !== true;) yield;
    if (identityMismatch(format, journal.plan.identity, name) !== undefined)
      return { code: 'other-session', path };
    return new InheritedPart(journal, { path, rows, damaged: journal.header().skipped }, prefix, reaches);
  } catch {
    return { code: 'not-readable', path };
  }
}

/** The beginning of one log that another builds on. */
class InheritedPart {
  /** Position of its first event in the outline. */
  first = 0;
  readonly #shown: ShownRecords;

  constructor(
    readonly journal: NativeJournal,
    readonly log: BaseLog,
    source: ByteSource,
    readonly reaches: number,
  ) {
    this.#shown = new ShownRecords(source, journal);
  }

  /** Its events, without those that close the journal: it went on in the log that builds on it. */
  *events(): Generator<RowEvent> {
    if (this.log.rows === 0) return;
    const closing = this.journal.plan.closing().length;
    const held: RowEvent[] = [];
    for (const item of this.journal.events()) {
      held.push(item);
      const next = held.length > closing ? held.shift() : undefined;
      if (next !== undefined) yield next;
    }
  }

  /** The event at a position of the outline. */
  event(position: number): ShownEvent {
    const sequence = position - this.first;
    const row = this.journal.rowOf(sequence) ?? 0;
    return this.#shown.event(row, sequence - this.journal.eventsBefore(row), sequence);
  }
}

export class InheritedHistory {
  /** The log that was named first, then the one that it builds on, and so on. */
  readonly parts: InheritedPart[] = [];
  readonly opened: ByteSource[] = [];
  trouble: BaseTrouble | null = null;
  /** Of all its events; those of the log's own come after it. */
  readonly outline = new Outline();
  #events = 0;

  constructor(readonly link: SessionLink) {}

  /** How many events there are. */
  get events(): number {
    return this.#events;
  }

  /** All events from the beginning on, with the place of their log in {@link Inheritance.from}. */
  *inOrder(): Generator<RowEvent & { readonly from: number }> {
    for (const [from, part] of [...this.parts.entries()].reverse())
      for (const item of part.events()) yield { ...item, from };
  }

  /** Outlines all events, one at a time. To be run to its end, once. */
  *outlined(): Generator<undefined> {
    const outlined = new OutlinedTraceEvent();
    for (const part of [...this.parts].reverse()) {
      part.first = this.#events;
      for (const { event } of part.events()) {
        this.outline.add(this.#events, outlined.of(event));
        this.#events += 1;
        yield;
      }
    }
  }

  /** The event at a position of the outline. @throws {RangeError} when there is none. */
  event(position: number): ShownEvent {
    const inheritedFrom = this.parts.findIndex(({ first }) => first <= position);
    const part = this.parts[inheritedFrom];
    if (part === undefined || position >= this.#events) throw new RangeError(`no event ${position}`);
    return { ...part.event(position), inheritedFrom };
  }

  /** Usage that these logs note, each reply counted once. */
  usage(): Usage {
    const total = usage.initial();
    for (const { journal } of this.parts) addUsage(total, journal.plan.usage);
    // What the first of all brought along is told by nobody else.
    const first = this.parts.at(-1);
    if (first !== undefined) addUsage(total, first.journal.plan.inheritedUsage);
    return total;
  }

  told(): Inheritance {
    const { link, parts, trouble } = this;
    const from = parts.map(({ log }) => log);
    return { id: link.id, records: baseRecords(link), from, trouble };
  }

  close(): void {
    for (const source of this.opened.splice(0)) source.close();
  }
}
