// Members without which a record of a known type cannot be what it says. Said once per type and member, since a
// writer that differs does so in every record.

import { ARRAY, OBJECT, STRING } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import type { ValuePath, Violation } from '../../core/violation.ts';
import { callId } from './callRecords.ts';
import type { RecordHead, RecordKind } from './recordKind.ts';

export class ShapeCheck {
  readonly #said = new Set<string>();

  constructor(private readonly report: (row: number, violation: Violation) => void) {}

  accept(row: number, record: JsonRecord, head: RecordHead): void {
    const lack = REQUIREMENTS[head.kind]?.(record, head.body);
    if (lack === undefined) return;
    const key = `${head.type}:${lack.key}`;
    if (this.#said.has(key)) return;
    this.#said.add(key);
    const path: ValuePath = [...record.pathTo(head.body), lack.key];
    const at = record.placeOf(record.find(path));
    this.report(row, { code: 'record-shape', type: head.type, path, expected: lack.expected, at });
  }
}

interface Lack {
  readonly key: string;
  readonly expected: string;
}

type Requirement = (record: JsonRecord, body: number) => Lack | undefined;

const hasCall: Requirement = (record, body) =>
  callId(record, body) === undefined ? { key: 'call_id', expected: 'a string' } : undefined;

const REQUIREMENTS: Readonly<Partial<Record<RecordKind, Requirement>>> = {
  session: (record, body) =>
    isOf(record, body, 'id', [STRING]) ? undefined : { key: 'id', expected: 'a string' },
  message: (record, body) => {
    if (!isOf(record, body, 'role', [STRING])) return { key: 'role', expected: 'a string' };
    const isText = isOf(record, body, 'content', [ARRAY, STRING]);
    return isText ? undefined : { key: 'content', expected: 'a list of parts' };
  },
  call: hasCall,
  'call-output': hasCall,
  'user-event': (record, body) => {
    const isText = isOf(record, body, 'message', [STRING]) || isOf(record, body, 'content', [ARRAY, STRING]);
    return isText ? undefined : { key: 'message', expected: 'a string' };
  },
  'token-count': (record, body) => {
    const info = record.member('info', body);
    const isObject = info < 0 || record.tape.kindAt(info) === OBJECT || isNull(record, info);
    return isObject ? undefined : { key: 'info', expected: 'an object or null' };
  },
};

function isOf(record: JsonRecord, object: number, key: string, kinds: readonly number[]): boolean {
  const token = record.member(key, object);
  return token > 0 && kinds.includes(record.tape.kindAt(token));
}

function isNull(record: JsonRecord, token: number): boolean {
  return record.text.bytes[record.tape.startAt(token)] === 0x6e;
}
