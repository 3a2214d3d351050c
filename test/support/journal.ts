// Journals for tests, from a few words: `journal('start user req resp stop')` gives the lines of a valid Trace 0.1
// journal, `edit(lines, 2, { sequence: 4 })` breaks one of its events, and `problems(lines)` says what is found, one
// string per violation, so that a test of an invariant is one line of a table.

import assert from 'node:assert/strict';
import { check, Checker } from '../../src/core/check.ts';
import { decode } from '../../src/core/decode.ts';
import type { Decoded, Plain } from '../../src/core/decoded.ts';
import { frame } from '../../src/core/frame.ts';
import { decodeInLane } from '../../src/core/plain.ts';
import type { Place, Violation } from '../../src/core/violation.ts';
import { trace01 } from '../../src/formats/trace01.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import { testKernel } from './kernel.ts';
import { fingerprintOf, type Json, type JsonMembers } from './canonical.ts';

/** Lines of a journal without their line feeds. */
export type Lines = readonly string[];

const PROVENANCE = {
  agent_id: 'test',
  snapshot_id: 'test-1',
  surface: 'sdk',
  harness_mode: 'fake',
  run_id: 'run-1',
};

/** Kind of actor, event type and payload of a word; `argument` is what stands after its colon. */
type Word = (argument: string, earlier: readonly JsonMembers[]) => readonly [string, string, JsonMembers];

const WORDS: Readonly<Record<string, Word>> = {
  start: () => ['harness', 'session.start', {}],
  stop: (reason) => ['harness', 'session.stop', reason === '' ? {} : { reason }],
  user: (content) => ['user', 'user.message', { content }],
  req: () => ['harness', 'model.request', { turn: 1 }],
  resp: (content) => ['model', 'model.response', { content }],
  chunk: (delta) => ['model', 'model.response', { delta }],
  final: (accumulated) => ['model', 'model.response', { final: true, accumulated }],
  call: (id) => ['model', 'tool.request', { tool_call_id: id, tool: 'write_file', arguments: { path: 'a' } }],
  result: (id) => ['tool', 'tool.result', { tool_call_id: id, tool: 'write_file', ok: true }],
  patch: (path) => ['tool', 'file.patch', { path }],
  metric: () => ['harness', 'metric.sample', { name: 'load' }],
  type: (type) => ['harness', type, {}],
  replay: (applied, earlier) => [
    'harness',
    'session.replay',
    { applied_events: Number(applied), fingerprint: fingerprintOf(earlier.slice(0, Number(applied))) },
  ],
  branch: (fork) => [
    'harness',
    'session.branch',
    {
      branch_id: 'b',
      parent_run_id: PROVENANCE.run_id,
      fork_sequence: Number(fork),
      inherited_events: Number(fork) + 1,
    },
  ],
};

/** The events of a spec: words separated by spaces, `word:argument` where the word takes one. */
export function events(spec: string): JsonMembers[] {
  const made: JsonMembers[] = [];
  for (const [sequence, item] of spec.split(/\s+/).entries()) {
    const [name = '', argument = ''] = item.split(/:(.*)/s);
    const word = WORDS[name];
    if (word === undefined) throw new Error(`no such word: ${name}`);
    const [kind, type, payload] = word(argument, made);
    made.push({
      trace_version: '0.1.0',
      event_id: idOf(sequence),
      session_id: 'session-1',
      sequence,
      timestamp: timeOf(sequence),
      type,
      actor: { kind, id: kind },
      payload,
      provenance: PROVENANCE,
      redaction: { status: 'clean', fields: [] },
      ...(sequence > 0 && { parent_event_id: idOf(sequence - 1) }),
    });
  }
  return made;
}

/** `evt-007` for 7. */
export function idOf(sequence: number): string {
  return `evt-${String(sequence).padStart(3, '0')}`;
}

/** One second after the other, from midnight. */
export function timeOf(sequence: number): string {
  return new Date(Date.UTC(2026, 7, 10, 0, 0, sequence)).toISOString().replace('.000', '');
}

/** The lines of a spec. */
export function journal(spec: string): string[] {
  return events(spec).map((event) => JSON.stringify(event));
}

function isMembers(value: unknown): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A line's event as data. */
export function eventOf(line: string | undefined): JsonMembers {
  const value: unknown = JSON.parse(line ?? '');
  if (!isMembers(value)) throw new Error('no event');
  return value;
}

/** One line with other members: objects are merged into objects, undefined takes a member away. */
export function altered(line: string | undefined, changes: Changes): string {
  const merge = (old: Changes, given: Changes): Changes => {
    const merged: Record<string, Json | Changes> = {};
    for (const [key, value] of Object.entries({ ...old, ...given })) {
      const before = old[key];
      if (value !== undefined)
        merged[key] = isChanges(value) && isChanges(before) ? merge(before, value) : value;
    }
    return merged;
  };
  return JSON.stringify(merge(eventOf(line), changes));
}

export interface Changes {
  readonly [key: string]: Json | Changes | undefined;
}

function isChanges(value: Json | Changes | undefined): value is Changes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The lines with one event altered. */
export function edit(lines: Lines, index: number, changes: Changes): string[] {
  return lines.with(index, altered(lines[index], changes));
}

/** The lines with others in place of those from `index` on; `count` is how many go. */
export function splice(lines: Lines, index: number, count: number, ...others: readonly string[]): string[] {
  return lines.toSpliced(index, count, ...others);
}

/** The lines with `[index]` run through a function. */
export function rewrite(lines: Lines, index: number, change: (line: string) => string): string[] {
  return lines.with(index, change(lines[index] ?? ''));
}

/** The bytes of a file with a byte that no UTF-8 has in place of the first one of a text in one line. */
export function spoil(lines: Lines, index: number, text: string): Uint8Array {
  const bytes = bytesOf(lines);
  const start = bytesOf(lines.slice(0, index)).length;
  const at = Buffer.from(bytes).indexOf(text, start);
  bytes[at] = 0xff;
  return bytes;
}

/** Lines as the text of a file; text as it stands. */
export function textOf(input: Lines | string): string {
  return typeof input === 'string' ? input : input.map((line) => `${line}\n`).join('');
}

export function bytesOf(input: Lines | string | Uint8Array): Uint8Array {
  return input instanceof Uint8Array ? input : new TextEncoder().encode(textOf(input));
}

/**
 * Everything that `check(decode(frame(bytes)))` gives, rows in file order, violations by place. Read twice: the fast
 * lane must come to the same.
 */
export function read(input: Lines | string | Uint8Array, chunkSize = Infinity) {
  const bytes = bytesOf(input);
  const general = readThrough(bytes, decode(frame(chunksOf(bytes, chunkSize))));
  const lane = trace01.lane(testKernel());
  const fast = readThrough(bytes, decodeInLane(chunksOf(bytes, chunkSize), lane));
  const shown = ({ rows, found, prefixes, ...read }: typeof fast) => ({
    rows,
    found,
    break: read.break,
    events: prefixes.count,
    fingerprints: [1, prefixes.count >> 1, prefixes.count].map((count) => prefixes.at(count)),
  });
  assert.deepEqual(shown(fast), shown(general));
  return general;
}

function readThrough(bytes: Uint8Array, decoded: Iterable<Decoded | Plain>) {
  const found: { row: number; violation: Violation }[] = [];
  const checker = new Checker({
    format: trace01,
    newSha256,
    lookback: (offset, length) => bytes.subarray(offset, offset + length),
    report: (item) => found.push(item),
  });
  const rows: { kind: 'event' | 'retry' | 'damage'; offset: number; length: number }[] = [];
  for (const row of check(decoded, checker)) {
    if (row.kind === 'damage') {
      const { offset, length } = row.damage;
      rows.push({ kind: 'damage', offset, length });
    } else {
      const { offset, length } = row.fact;
      rows.push({ kind: row.retry ? 'retry' : 'event', offset, length });
    }
  }
  const end = checker.atEnd();
  found.push(...end.found);
  found.sort(({ violation: { at: a } }, { violation: { at: b } }) => a.line - b.line || a.start - b.start);
  return { bytes, rows, found, break: end.break, prefixes: checker.prefixes };
}

/** The bytes in pieces, each in a buffer of its own. */
export function* chunksOf(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, Math.min(bytes.length, at + size));
}

/**
 * The violations of a file, each as `CODE@LINE:COLUMN-END ‹text there›` and its related places as
 * ` ROLE@LINE:COLUMN-END`; lines and columns from 1, as the CLI prints them.
 */
export function problems(input: Lines | string | Uint8Array): string[] {
  const { bytes, found } = read(input);
  return found.map(({ violation }) => shown(violation, bytes));
}

/** The codes alone, with their lines: `sequence-gap@3`. */
export function codes(input: Lines | string | Uint8Array): string[] {
  return read(input).found.map(({ violation: { code, at } }) => `${code}@${at.line + 1}`);
}

function shown(violation: Violation, bytes: Uint8Array): string {
  const { code, at, related = [] } = violation;
  const others = related.map((other) => ` ${other.role}@${rangeOf(other.at)}`);
  return `${code}@${rangeOf(at)} ‹${textAt(at, bytes)}›${others.join('')}`;
}

function rangeOf({ line, start, end }: Place): string {
  return `${line + 1}:${start + 1}-${end + 1}`;
}

/** What an editor would underline, cut short. */
export function textAt({ line, start, end }: Place, bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replace(/^\ufeff/u, '');
  const marked = (text.split('\n')[line] ?? '').slice(start, end);
  return marked.length > 24 ? `${marked.slice(0, 23)}…` : marked;
}
