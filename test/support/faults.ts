// One fault of each kind that can be put into an event of a sound journal, and the one Problem that it is.

import { altered, eventOf, type Lines } from './journal.ts';

export interface Fault {
  readonly name: string;
  /** True for faults that leave the event a fact of other content: recorded fingerprints over it then differ too. */
  readonly changesContent?: boolean;
  /** Whether the fault can be put into this event at all. */
  fits?(lines: Lines, at: number): boolean;
  inject(lines: Lines, at: number): readonly string[];
  /** `CODE@LINE` and the text that is marked; lines from 1. */
  expected(lines: Lines, at: number): { code: string; line: number; text: string };
}

/** A string member of an event. */
function text(lines: Lines, at: number, key: string): string {
  const value = eventOf(lines[at])[key];
  return typeof value === 'string' ? value : '';
}

const id = (lines: Lines, at: number) => text(lines, at, 'event_id');
const first = (_lines: Lines, at: number) => at === 0;
const notFirst = (_lines: Lines, at: number) => at > 0;
const inside = (lines: Lines, at: number) => at > 0 && at < lines.length - 1;
const member =
  (code: string, text: string | ((lines: Lines, at: number) => string)) => (lines: Lines, at: number) => ({
    code,
    line: at + 1,
    text: typeof text === 'string' ? text : text(lines, at),
  });

export const FAULTS: readonly Fault[] = [
  {
    name: 'the journal starts at another number',
    fits: (lines, at) => first(lines, at) && lines.length > 1,
    inject: (lines) => lines.slice(1),
    expected: () => ({ code: 'sequence-start', line: 1, text: '1' }),
  },
  {
    name: 'an event is lost',
    fits: inside,
    inject: (lines, at) => lines.toSpliced(at, 1),
    expected: (_lines, at) => ({ code: 'sequence-gap', line: at + 1, text: String(at + 1) }),
  },
  {
    name: 'a number is too high',
    fits: notFirst,
    inject: (lines, at) => lines.with(at, altered(lines[at], { sequence: at + 2 })),
    expected: member('sequence-gap', (_lines, at) => String(at + 2)),
  },
  {
    name: 'a number is used again',
    fits: notFirst,
    inject: (lines, at) => lines.with(at, altered(lines[at], { sequence: at - 1 })),
    expected: member('sequence-repeat', (_lines, at) => String(at - 1)),
  },
  {
    name: 'another session',
    fits: notFirst,
    inject: (lines, at) => lines.with(at, altered(lines[at], { session_id: 'session-other' })),
    expected: member('session-mixed', '"session-other"'),
  },
  {
    name: 'another run',
    fits: notFirst,
    inject: (lines, at) => lines.with(at, altered(lines[at], { provenance: { run_id: 'run-other' } })),
    expected: member('run-mixed', '"run-other"'),
  },
  {
    name: 'a parent that is nowhere',
    inject: (lines, at) => lines.with(at, altered(lines[at], { parent_event_id: 'evt-nowhere' })),
    expected: member('parent-unknown', '"evt-nowhere"'),
  },
  {
    name: 'a parent that comes later',
    fits: (lines, at) => at < lines.length - 1,
    inject: (lines, at) => lines.with(at, altered(lines[at], { parent_event_id: id(lines, at + 1) })),
    expected: member('parent-future', (lines, at) => `"${id(lines, at + 1)}"`),
  },
  {
    name: 'itself as parent',
    inject: (lines, at) => lines.with(at, altered(lines[at], { parent_event_id: id(lines, at) })),
    expected: member('parent-self', (lines, at) => `"${id(lines, at)}"`),
  },
  {
    name: 'the id of another event',
    fits: notFirst,
    inject: (lines, at) => lines.with(at, altered(lines[at], { event_id: id(lines, 0) })),
    expected: member('event-id-conflict', (lines) => `"${id(lines, 0)}"`),
  },
  {
    name: 'the same event again',
    inject: (lines, at) => lines.toSpliced(at, 0, lines[at] ?? ''),
    expected: (lines, at) => ({ code: 'event-id-retry', line: at + 2, text: `"${id(lines, at)}"` }),
  },
  {
    name: 'a torn copy before the event',
    inject: (lines, at) => lines.toSpliced(at, 0, (lines[at] ?? '').slice(0, 100)),
    expected: (lines, at) => ({ code: 'record-torn', line: at + 1, text: (lines[at] ?? '').slice(0, 100) }),
  },
  {
    name: 'a torn event',
    fits: inside,
    inject: (lines, at) => lines.with(at, (lines[at] ?? '').slice(0, 40)),
    expected: member('record-torn', (lines, at) => (lines[at] ?? '').slice(0, 40)),
  },
  {
    name: 'a line feed inside',
    fits: inside,
    inject: (lines, at) => lines.with(at, (lines[at] ?? '').replace(/"(?=actor")/u, '\n"')),
    expected: member('record-split', (lines, at) => /^.*?(?="actor")/u.exec(lines[at] ?? '')?.[0] ?? ''),
  },
  {
    name: 'no line feed after it',
    fits: (lines, at) => at < lines.length - 1,
    inject: (lines, at) => lines.toSpliced(at, 2, `${lines[at] ?? ''}${lines[at + 1] ?? ''}`),
    expected: member('records-glued', '{'),
  },
  {
    name: 'no JSON',
    fits: inside,
    inject: (lines, at) => lines.with(at, (lines[at] ?? '').replace(':', '=')),
    expected: member('json-invalid', '='),
  },
  {
    name: 'no object',
    fits: inside,
    inject: (lines, at) => lines.with(at, '[1,2]'),
    expected: member('json-not-object', '[1,2]'),
  },
  {
    name: 'a field of the wrong kind',
    inject: (lines, at) => lines.with(at, altered(lines[at], { sequence: String(at) })),
    expected: member('schema', (_lines, at) => `"${at}"`),
  },
  {
    name: 'a bad time',
    inject: (lines, at) => lines.with(at, altered(lines[at], { timestamp: '2026-02-30T00:00:00Z' })),
    expected: member('schema', '"2026-02-30T00:00:00Z"'),
  },
  {
    name: 'another version',
    inject: (lines, at) => lines.with(at, altered(lines[at], { trace_version: '9.9.9' })),
    expected: member('trace-version-unsupported', '"9.9.9"'),
  },
  {
    name: 'an unknown type that could change the state',
    fits: (lines, at) => !text(lines, at, 'type').startsWith('tool.'),
    inject: (lines, at) => lines.with(at, altered(lines[at], { type: 'user.messages' })),
    expected: member('event-type-unknown', '"user.messages"'),
  },
  {
    name: 'an unknown field',
    changesContent: true,
    inject: (lines, at) => lines.with(at, altered(lines[at], { mood: 'eager' })),
    expected: member('unknown-field', '"mood"'),
  },
  {
    name: 'half a surrogate pair',
    inject: (lines, at) =>
      lines.with(at, (lines[at] ?? '').replace('"payload":{', '"payload":{"half":"\\ud83d",')),
    expected: member('lone-surrogate', '"\\ud83d"'),
  },
  {
    name: 'a key twice',
    changesContent: true,
    inject: (lines, at) =>
      lines.with(at, (lines[at] ?? '').replace('"payload":{', '"payload":{"k":1,"k":2,')),
    expected: member('duplicate-key', '"k"'),
  },
];
