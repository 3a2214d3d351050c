import assert from 'node:assert/strict';
import { EVENT_TYPES } from '../../../src/core/schema.ts';
import { describeViolation } from '../../../src/wording/violations.ts';
import {
  edit,
  eventOf,
  journal,
  problems,
  read,
  rewrite,
  type Changes,
  type Lines,
} from '../../support/journal.ts';
import { finds, findsNothing } from '../../support/table.ts';

const lines = journal('start user:hello stop');
const second = (changes: Changes) => edit(lines, 1, changes);
const replaced = (text: string, other: string) =>
  rewrite(lines, 1, (line) => line.replace(text, () => other));

/** What is wrong with a member, and what is expected of it. */
function wrong(input: Lines): string[] {
  return read(input).found.map(({ violation }) =>
    violation.code === 'schema' ? `${violation.path.join('.')}: ${violation.expected}` : violation.code,
  );
}

describe('the shape of an event', () => {
  const REQUIRED = [
    'trace_version',
    'event_id',
    'session_id',
    'sequence',
    'timestamp',
    'type',
    'actor',
    'payload',
    'provenance',
    'redaction',
  ];
  for (const member of REQUIRED)
    it(`without ${member}: one violation, at the event`, () => {
      const found = problems(second({ [member]: undefined, parent_event_id: undefined }));
      assert.deepEqual(found.length, 1);
      assert.match(found[0] ?? '', /^schema@2:1-\d+ ‹\{/);
    });

  const members: readonly (readonly [string, Changes, string])[] = [
    ['an empty event id', { event_id: '' }, 'event_id: a non-empty string'],
    ['an empty session', { session_id: '' }, 'session_id: a non-empty string'],
    ['an empty type', { type: '' }, 'type: a non-empty string'],
    ['an empty parent', { parent_event_id: '' }, 'parent_event_id: a non-empty string'],
    ['a negative sequence', { sequence: -1 }, 'sequence: an integer from 0'],
    ['a fraction', { sequence: 1.5 }, 'sequence: an integer from 0'],
    ['a sequence as text', { sequence: '1' }, 'sequence: an integer from 0'],
    ['no sequence but null', { sequence: null }, 'sequence: an integer from 0'],
    ['a date', { timestamp: '2026-08-10' }, 'timestamp: an RFC 3339 date and time'],
    [
      'a day that does not exist',
      { timestamp: '2026-02-30T00:00:00Z' },
      'timestamp: an RFC 3339 date and time',
    ],
    ['an array as payload', { payload: [] }, 'payload: an object'],
    ['null as payload', { payload: null }, 'payload: an object'],
    ['text as actor', { actor: 'user' }, 'actor: a value of type object'],
    [
      'an unknown kind of actor',
      { actor: { kind: 'robot' } },
      'actor.kind: one of user, model, agent, tool, harness, policy, environment',
    ],
    ['an actor without id', { actor: { id: undefined } }, 'actor.id: a value of type string'],
    [
      'an unstable agent id',
      { provenance: { agent_id: 'My Agent' } },
      'provenance.agent_id: a stable id (lower-case words joined by single hyphens)',
    ],
    [
      'an unknown mode',
      { provenance: { harness_mode: 'wild' } },
      'provenance.harness_mode: one of fake, native, controlled, adversarial',
    ],
    [
      'an unknown status',
      { redaction: { status: 'dirty' } },
      'redaction.status: one of clean, redacted, restricted',
    ],
    ['fields that are no array', { redaction: { fields: 'a' } }, 'redaction.fields: an array'],
    [
      'fields that are no texts: the first that is wrong',
      { redaction: { status: 'redacted', fields: ['a', 1, '', null] } },
      'redaction.fields.1: a non-empty string',
    ],
    [
      'a field named twice',
      { redaction: { status: 'redacted', fields: ['a', 'b', 'a'] } },
      'redaction.fields: fields named once each',
    ],
    ['a negative duration', { duration_ms: -1 }, 'duration_ms: at least 0'],
    ['a duration as text', { duration_ms: '5' }, 'duration_ms: a number from 0'],
  ];
  for (const [name, changes, expected] of members)
    it(`${name}: ${expected}`, () => assert.deepEqual(wrong(second(changes)), [expected]));

  finds('places', [
    ['a value', second({ timestamp: 'x' }), ['schema@2:97-100 ‹"x"›']],
    ['an element', second({ redaction: { status: 'redacted', fields: ['a', 1] } }), ['schema@2:366-367 ‹1›']],
    ['what lacks a member', second({ actor: { id: undefined } }), ['schema@2:150-165 ‹{"kind":"user"}›']],
    [
      'the last of equal keys counts',
      replaced('"sequence":1', '"sequence":1,"sequence":"x"'),
      ['duplicate-key@2:85-95 ‹"sequence"› first-key@2:72-82', 'schema@2:96-99 ‹"x"›'],
    ],
    [
      'an object that is no event at all',
      [...lines, '{"hello":{"world":[1,2,3]}}'],
      ['schema@4:1-28 ‹{"hello":{"world":[1,2,…›'],
    ],
    ['an empty object', [...lines, '{}'], ['schema@4:1-3 ‹{}›']],
  ]);

  finds('unknown fields: tolerated, at their keys', [
    ['of the event', second({ extra: { deep: 1 } }), ['unknown-field@2:390-397 ‹"extra"›']],
    ['of the actor', second({ actor: { role: 'x' } }), ['unknown-field@2:177-183 ‹"role"›']],
    ['of the provenance', second({ provenance: { host: 'x' } }), ['unknown-field@2:318-324 ‹"host"›']],
    ['of the redaction', second({ redaction: { by: 'x' } }), ['unknown-field@2:361-365 ‹"by"›']],
    [
      'a name with a meaning in JavaScript',
      replaced('{"trace', '{"__proto__":{"type":5},"trace'),
      ['unknown-field@2:2-13 ‹"__proto__"›'],
    ],
  ]);

  finds('unknown types', [
    [
      'that could change the state',
      second({ type: 'user.shout' }),
      ['event-type-unknown@2:127-139 ‹"user.shout"›'],
    ],
    [
      'that could not',
      second({ type: 'weather.report' }),
      ['event-type-unknown@2:127-143 ‹"weather.report"›'],
    ],
    ['another version', second({ trace_version: '0.2.0' }), ['trace-version-unsupported@2:18-25 ‹"0.2.0"›']],
  ]);

  finds('half a surrogate pair: at the first text that holds one', [
    [
      'in a value',
      replaced('"hello"', '["a","b\\ud800",{"c":"\\udfff"}]'),
      ['lone-surrogate@2:204-213 ‹"b\\ud800"›'],
    ],
    ['in a key', replaced('"content"', '"\\ud800"'), ['lone-surrogate@2:189-197 ‹"\\ud800"›']],
  ]);

  it('the path of half a surrogate pair leads to its text', () => {
    const [found] = read(replaced('"hello"', '["a",{"c":"\\udfff"}]')).found;
    assert.match(found === undefined ? '' : describeViolation(found.violation), /payload\.content\.1\.c/);
  });

  findsNothing('what is allowed', [
    [
      'every type of Trace 0.1',
      EVENT_TYPES.filter((type) => !/^(tool|session|model)\.|^user/.test(type)).reduce(
        (all, type) => edit(all, 1, { type }),
        lines,
      ),
    ],
    [
      'all optional members',
      second({
        duration_ms: 1.5,
        actor: { parent_id: 'p' },
        provenance: { experiment_id: 'e-1', model: '', provider: '' },
        redaction: { notes: '' },
      }),
    ],
    ['a duration of 0', second({ duration_ms: 0 })],
    [
      'a duration that no double holds',
      replaced('"payload"', '"duration_ms":12345678901234567890,"payload"'),
    ],
    ['an empty payload', second({ payload: { content: undefined } })],
    ['a sequence that is written as a float', replaced('"sequence":1', '"sequence":1.0')],
    [
      'members in another order',
      rewrite(lines, 1, (line) =>
        JSON.stringify(Object.fromEntries(Object.entries(eventOf(line)).reverse())),
      ),
    ],
    ['escapes in names', replaced('"type"', '"\\u0074ype"')],
  ]);

  it('every type of Trace 0.1 is known', () => {
    for (const type of EVENT_TYPES) {
      const codes = read(second({ type })).found.map(({ violation }) => violation.code);
      assert.ok(!codes.includes('event-type-unknown') && !codes.includes('schema'), type);
    }
    assert.equal(EVENT_TYPES.length, 30);
  });
});
