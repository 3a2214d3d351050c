// What the records of tool calls say that is needed to pair them, read off the tape.

import { ARRAY, LITERAL, NUMBER, OBJECT } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import type { CallEnd } from './callLedger.ts';
import { shortText } from './recordKind.ts';

const MAX_ID = 256;
const MAX_PATHS = 1000;
/** A patch beyond this size is not looked into for the files that it names. */
const MAX_PATCH = 1 << 20;

/** Id of a call, undefined where it has none. */
export function callId(record: JsonRecord, body: number): string | undefined {
  return shortText(record, 'call_id', body, MAX_ID) ?? shortText(record, 'id', body, MAX_ID);
}

/** Name of the tool of a call: its own, or that of the kind of call. */
export function toolName(record: JsonRecord, body: number, type: string): string {
  const name = shortText(record, 'name', body, MAX_ID);
  if (name === undefined) return type.replace(/_call$/, '');
  const namespace = shortText(record, 'namespace', body, MAX_ID);
  return namespace === undefined || namespace === '' ? name : `${namespace}.${name}`;
}

const PATCHED = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/gm;

/** The files that a call of `apply_patch` names. */
export function patchedPaths(record: JsonRecord, body: number, tool: string): readonly string[] {
  if (tool !== 'apply_patch') return [];
  const input = shortText(record, 'input', body, MAX_PATCH) ?? patchArgument(record, body);
  if (input === undefined) return [];
  return Array.from(input.matchAll(PATCHED), ([, path]) => (path ?? '').trim()).slice(0, MAX_PATHS);
}

/** The patch as the argument of a function. */
function patchArgument(record: JsonRecord, body: number): string | undefined {
  const text = shortText(record, 'arguments', body, MAX_PATCH);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('input' in value)) return undefined;
    return typeof value.input === 'string' ? value.input : undefined;
  } catch {
    return undefined;
  }
}

/** What the host noted at the end of a call. */
export function callEnd(record: JsonRecord, body: number): CallEnd {
  const exitCode = numberAt(record, 'exit_code', body);
  return {
    ok: success(record, body, exitCode),
    exitCode,
    durationMs: duration(record, body),
    paths: changedPaths(record, body),
  };
}

function success(record: JsonRecord, body: number, exitCode: number | undefined): boolean | undefined {
  const told = record.member('success', body);
  if (told > 0 && record.tape.kindAt(told) === LITERAL) return isTrue(record, told);
  if (exitCode !== undefined) return exitCode === 0;
  const result = record.member('result', body);
  if (result > 0 && record.tape.kindAt(result) === OBJECT) {
    if (record.member('Err', result) > 0) return false;
    const outcome = record.member('Ok', result);
    if (outcome > 0) return !isTrue(record, record.member('isError', outcome));
  }
  const status = shortText(record, 'status', body);
  if (status === 'completed') return true;
  return status === 'failed' || status === 'declined' ? false : undefined;
}

function duration(record: JsonRecord, body: number): number | undefined {
  const token = record.member('duration', body);
  if (token < 0) return numberAt(record, 'duration_ms', body);
  const seconds = numberAt(record, 'secs', token);
  const nanos = numberAt(record, 'nanos', token);
  if (seconds === undefined || nanos === undefined) return undefined;
  return seconds * 1000 + Math.round(nanos / 1000) / 1000;
}

/** Paths of a note of changes: keys of an object, or members of the entries of a list. */
function changedPaths(record: JsonRecord, body: number): readonly string[] {
  const changes = record.member('changes', body);
  if (changes < 0) return [];
  const { tape } = record;
  const paths: string[] = [];
  if (tape.kindAt(changes) === OBJECT) {
    for (const key of record.keys(changes)) if (paths.length < MAX_PATHS) paths.push(record.string(key));
  } else if (tape.kindAt(changes) === ARRAY) {
    const end = tape.nextAt(changes);
    for (let entry = changes + 1; entry < end && paths.length < MAX_PATHS; entry = tape.nextAt(entry)) {
      const path = shortText(record, 'path', entry, 4096);
      if (path !== undefined) paths.push(path);
    }
  }
  return paths;
}

function numberAt(record: JsonRecord, key: string, object: number): number | undefined {
  const token = record.member(key, object);
  if (token < 0 || record.tape.kindAt(token) !== NUMBER) return undefined;
  const value = record.number(token);
  return Number.isFinite(value) ? value : undefined;
}

function isTrue(record: JsonRecord, token: number): boolean {
  if (token < 0 || record.tape.kindAt(token) !== LITERAL) return false;
  return record.text.bytes[record.tape.startAt(token)] === 0x74;
}
