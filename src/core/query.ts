// What is searched for, as data, and the test of one event against it. Text is looked for in what a record says, not
// in how it is spelled: `é` finds `\u00e9`.

import { RE2JS } from 're2js';
import { maySpell } from './byteSearch.ts';
import type { Envelope } from './fact.ts';
import { ESCAPED, NUMBER, STRING } from './json/tape.ts';
import { decodeUtf8 } from './json/utf8.ts';
import type { JsonRecord } from './record.ts';
import { instantOf } from './timestamp.ts';

/** Every part that is given must hold. Sequences and times (RFC 3339) are inclusive. */
export interface Query {
  readonly text?: string;
  readonly caseSensitive?: boolean;
  readonly wholeWord?: boolean;
  /** `text` is a regular expression (RE2 syntax: linear time, whatever the pattern). */
  readonly regex?: boolean;
  readonly types?: readonly string[] | undefined;
  readonly actors?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
  /** Only rows with a violation. */
  readonly violationsOnly?: boolean;
  readonly fromSequence?: number | undefined;
  readonly toSequence?: number | undefined;
  readonly fromTime?: string | undefined;
  readonly toTime?: string | undefined;
}

/** What is wrong with a query. */
export type QueryFault =
  { readonly part: 'text'; readonly detail: string } | { readonly part: 'fromTime' | 'toTime' };

/** One row as a query sees it. `record` is its text, `marked` tells of violations. */
export interface Candidate {
  readonly record: JsonRecord;
  readonly envelope: Envelope;
  readonly marked: boolean;
  /** Who acts in what the record stands for, where it is not the event itself. */
  readonly names?: (() => Names) | undefined;
}

/** Ids of actors and names of tools. */
export interface Names {
  readonly actors: readonly string[];
  readonly tools: readonly string[];
}

export interface Matcher {
  matches(candidate: Candidate): boolean;
  /** False only if no record inside these bytes can match: a look at many records at once. */
  readonly mayMatch: (bytes: Uint8Array) => boolean;
}

export type CompiledQuery =
  { readonly ok: true; readonly matcher: Matcher } | { readonly ok: false; readonly fault: QueryFault };

/** Compiles a query. */
export function compileQuery(query: Query): CompiledQuery {
  for (const part of ['fromTime', 'toTime'] as const) {
    const time = query[part];
    if (time !== undefined && instantOf(time) === undefined) return { ok: false, fault: { part } };
  }
  const text = compileText(query);
  if (!text.ok) return text;
  const filters = filtersOf(query);
  const matches = (candidate: Candidate) =>
    filters.every((filter) => filter(candidate)) &&
    (text.test === undefined || text.test(saidBy(candidate.record)));
  return { ok: true, matcher: { matches, mayMatch: text.mayMatch } };
}

type Filter = (candidate: Candidate) => boolean;

function filtersOf(query: Query): Filter[] {
  const { types, actors, tools, fromSequence, toSequence } = query;
  const filters: Filter[] = [];
  if (query.violationsOnly === true) filters.push(({ marked }) => marked);
  if (types !== undefined) filters.push(({ envelope }) => types.includes(envelope.type ?? ''));
  if (actors !== undefined) filters.push((row) => namesIn(row).actors.some((id) => actors.includes(id)));
  if (tools !== undefined) filters.push((row) => namesIn(row).tools.some((name) => tools.includes(name)));
  if (fromSequence !== undefined) filters.push(({ envelope }) => (envelope.sequence ?? -1) >= fromSequence);
  if (toSequence !== undefined) filters.push(({ envelope }) => (envelope.sequence ?? Infinity) <= toSequence);
  const [from, to] = [instantOf(query.fromTime ?? ''), instantOf(query.toTime ?? '')];
  const instant = ({ envelope }: Candidate) => instantOf(envelope.timestamp ?? '');
  if (from !== undefined) filters.push((candidate) => (instant(candidate) ?? -Infinity) >= from);
  if (to !== undefined) filters.push((candidate) => (instant(candidate) ?? Infinity) <= to);
  return filters;
}

function namesIn({ record, names }: Candidate): Names {
  if (names !== undefined) return names();
  return { actors: [member(record, 'actor', 'id')], tools: [member(record, 'payload', 'tool')] };
}

function member(record: JsonRecord, object: string, key: string): string {
  const outer = record.member(object);
  const token = outer < 0 ? -1 : record.member(key, outer);
  return token > 0 && record.tape.kindAt(token) === STRING ? record.string(token) : '';
}

/** The record's text; where it has escapes, also what its strings and keys say without them. */
function saidBy(record: JsonRecord): string {
  const written = decodeUtf8(record.text.bytes, record.from, record.to);
  if ((record.tape.anyFlags & ESCAPED) === 0) return written;
  const said: string[] = [written];
  for (let token = 0; token < record.tape.count; token++) {
    const kind = record.tape.kindAt(token);
    if (kind === NUMBER || (record.tape.flagsAt(token) & ESCAPED) === 0) continue;
    said.push(record.string(token));
  }
  return said.join('\n');
}

type CompiledText =
  | {
      readonly ok: true;
      readonly test: ((said: string) => boolean) | undefined;
      readonly mayMatch: (bytes: Uint8Array) => boolean;
    }
  | { readonly ok: false; readonly fault: QueryFault };

const always = () => true;

function compileText({ text, regex, caseSensitive, wholeWord }: Query): CompiledText {
  if (text === undefined || text === '') return { ok: true, test: undefined, mayMatch: always };
  if (regex === true) return compileRegex(text, caseSensitive === true, wholeWord === true);
  const fold = (said: string) => (caseSensitive === true ? said : said.toLowerCase());
  const needle = fold(text);
  const test = (said: string) => {
    const folded = fold(said);
    for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + 1)) {
      if (wholeWord !== true || isWholeWord(folded, at, at + needle.length)) return true;
    }
    return false;
  };
  // Plain words are spelt as they are, where they are not escaped.
  const isPlain = /^[\w .:,;()[\]{}=+*!?@#$%&<>|~^-]+$/.test(text);
  const mayMatch = (bytes: Uint8Array) => !isPlain || maySpell(bytes, needle, caseSensitive !== true);
  return { ok: true, test, mayMatch };
}

const WORD = /[\p{L}\p{N}_]/u;

function isWholeWord(said: string, from: number, to: number): boolean {
  return !WORD.test(said.charAt(from - 1)) && !WORD.test(said.charAt(to));
}

function compileRegex(pattern: string, caseSensitive: boolean, wholeWord: boolean): CompiledText {
  try {
    const whole = wholeWord ? `\\b(?:${pattern})\\b` : pattern;
    const compiled = RE2JS.compile(whole, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    return { ok: true, test: (said) => compiled.matcher(said).find(), mayMatch: always };
  } catch (error) {
    return {
      ok: false,
      fault: { part: 'text', detail: error instanceof Error ? error.message : String(error) },
    };
  }
}
