import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { eventText } from '../../src/core/eventText.ts';
import { memorySource } from '../../src/engine/byteSource.ts';
import { NativeJournal } from '../../src/engine/nativeJournal.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import { bytesOf, read } from '../support/journal.ts';
import { toy, toyLog } from '../support/toyFormat.ts';

function open(input: readonly string[] | string, fileName: string | null = null): NativeJournal {
  const journal = new NativeJournal({
    source: memorySource(bytesOf(input)),
    detected: { format: toy, generation: 'v1' },
    newSha256,
    fileName,
  });
  drain(journal.read());
  return journal;
}

function drain(items: Generator): void {
  while (items.next().done !== true);
}

const LOG = toyLog('head user:hi call:x off:no model:yes same what user:bye');

const shown = (journal: NativeJournal) =>
  [...journal.events()].map(({ row, event }) => `${row} ${event.sequence} ${event.event_id} ${event.type}`);

/** `CODE@LINE:COLUMN-END`, and the roles of related places. */
const marks = (journal: NativeJournal) =>
  journal.violations().map(({ row, violation: { code, at, related = [] } }) => {
    const others = related.map((other) => ` ${other.role}@${other.at.line + 1}`).join('');
    return `${row} ${code}@${at.line + 1}:${at.start + 1}-${at.end + 1}${others}`;
  });

describe('a native journal', () => {
  it('its events in order, numbered over the rows that are replayed, closed at the end', () => {
    assert.deepEqual(shown(open(LOG)), [
      '0 0 session-toy session.start',
      '1 1 r1 user.message',
      '2 2 r2 model.response',
      '2 3 r2#2 tool.request',
      '2 4 r2#3 tool.result',
      '4 5 r4 model.response',
      '7 6 r7 user.message',
      '7 7 end session.stop',
    ]);
  });

  it('its events are a sound journal of Trace 0.1', () => {
    const lines = [...open(LOG).events()].map(({ event }) => eventText(event));
    assert.deepEqual(read(lines).found, []);
  });

  it('what it says of itself', () => {
    const { identity, ...header } = open(LOG).header();
    assert.equal(identity.agentVersion, '1.2');
    assert.deepEqual(header, {
      ...{ format: 'codex', label: 'Toy', records: 8, branches: 1 },
      ...{ active: 5, folded: 1, abandoned: 1, unknown: 1, skipped: 0 },
    });
  });

  it('any row: its status, its events, their number, and what an abandoned one would have been', () => {
    const journal = open(LOG);
    assert.deepEqual(
      journal.eventsOf(2).map(({ sequence }) => sequence),
      [2, 3, 4],
    );
    assert.deepEqual([journal.eventsBefore(2), journal.eventsBefore(4), journal.eventsBefore(8)], [2, 5, 7]);
    assert.deepEqual(
      [journal.rowOf(4), journal.rowOf(5), journal.rowOf(7), journal.rowOf(8)],
      [2, 4, 7, null],
    );
    assert.deepEqual([journal.statusOf(3), journal.eventsOf(3)], ['abandoned', []]);
    assert.deepEqual(
      journal.shownOf(3).map(({ type }) => type),
      ['model.response'],
    );
    assert.deepEqual(
      journal.eventsOf(7).map(({ event_id: id }) => id),
      ['r7'],
    );
    assert.equal(journal.eventCount, 8);
  });

  it('the record of a row, for its places', () => {
    const journal = open(LOG);
    const record = journal.record(1);
    assert.equal(record?.string(record.member('text')), 'hi');
    assert.equal(record.place().line, 1);
    assert.equal(journal.record(8), undefined);
  });

  it('another path of a tree, and back', () => {
    const journal = open(LOG);
    journal.choose(1);
    assert.deepEqual(journal.eventCount, 3);
    assert.equal(journal.totals.warning, 1);
    journal.choose();
    assert.deepEqual(journal.eventCount, 8);
    assert.deepEqual(marks(journal), ['0 record-type-unknown@1:1-1']);
  });

  it('no plan before it is read', () => {
    const detected = { format: toy, generation: 'v1' };
    const journal = new NativeJournal({
      source: memorySource(bytesOf(LOG)),
      detected,
      newSha256,
      fileName: null,
    });
    assert.throws(() => journal.plan, /not read yet/);
  });
});

describe('a native journal: what is wrong with it', () => {
  const SOUND = toyLog('head user:hi model:yes');
  const rows: readonly (readonly [name: string, input: string[] | string, expected: string[]])[] = [
    ['nothing', SOUND, []],
    ['damage does not end it', SOUND.with(1, '{"toy":x}'), ['1 json-invalid@2:8-9']],
    ['its end is cut off', SOUND.join('\n').slice(0, -5), ['2 record-torn@3:1-76']],
    ['a fragment and something else', SOUND.with(1, (SOUND[1] ?? '').slice(0, 30)), ['1 record-torn@2:1-31']],
    [
      'a fragment, then the same record in full',
      SOUND.toSpliced(1, 0, (SOUND[1] ?? '').slice(0, 30)),
      ['1 record-torn@2:1-31 complete-copy@3'],
    ],
    [
      'the same after a blank line',
      SOUND.toSpliced(1, 0, (SOUND[1] ?? '').slice(0, 30), ''),
      ['1 record-torn@2:1-31 complete-copy@4', '1 blank-line@3:1-1'],
    ],
    ['too short a fragment to tell', SOUND.toSpliced(1, 0, '{"toy":"us'), ['1 record-torn@2:1-11']],
    ['two on one line', [`${SOUND[0] ?? ''}${SOUND[1] ?? ''}`], ['1 records-glued@1:72-73']],
    [
      'half of a surrogate pair',
      SOUND.with(1, '{"toy":"user","text":"\\ud83d"}'),
      ['1 lone-surrogate@2:22-30'],
    ],
    [
      'what the format finds',
      SOUND.with(2, '{"toy":"bad"}'),
      ['0 record-type-unknown@1:1-1', '2 turn-open@3:1-14'],
    ],
  ];
  for (const [name, input, expected] of rows)
    it(name, () => {
      const journal = open(input);
      assert.deepEqual(marks(journal), expected);
      assert.equal(
        journal.totals.error + journal.totals.warning + journal.totals.information,
        expected.length,
      );
    });

  it('the id in its name is another one: at the id in the header', () => {
    const log = SOUND.with(0, JSON.stringify({ toy: 'head', id: '01900000-0000-7000-8000-000000000001' }));
    const name = (id: string) => `rollout-2026-01-01T00-00-00-01900000-0000-7000-8000-00000000000${id}.jsonl`;
    assert.deepEqual(marks(open(log, name('2'))), ['0 identity-mismatch@1:20-58']);
    assert.deepEqual(marks(open(log, name('1'))), []);
    assert.deepEqual(marks(open(log, 'renamed.jsonl')), []);
    assert.deepEqual(marks(open(log)), []);
  });

  it('the row of the worst is marked', () => {
    const { index } = open(SOUND.with(1, '{"toy":x}'));
    assert.deepEqual(
      [0, 1, 2].map((row) => index.severityAt(row)),
      [null, 'error', null],
    );
  });
});

describe('a native journal: its values', () => {
  it('integers that a double cannot hold keep their digits', () => {
    const [event] = [...open(['{"toy":"user","text":12345678901234567890}']).events()];
    assert.ok(event !== undefined);
    assert.match(eventText(event.event), /"content":12345678901234567890,/);
  });

  it('a nesting beyond the stack is read, numbered and fingerprinted', () => {
    const deep = `{"toy":"user","text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const journal = open([deep]);
    assert.match(journal.fingerprint(1) ?? '', /^[0-9a-f]{64}$/);
    assert.equal([...journal.events()].length, 2);
  });

  it('half of a surrogate pair is read as U+FFFD: a warning, and the events are sound', () => {
    const journal = open(toyLog('head user:cut model:yes').map((text) => text.replace('cut', 'cut\\ud83d')));
    assert.deepEqual(journal.totals, { error: 0, warning: 1, information: 0 });
    const events = [...journal.events()].map(({ event }) => event);
    assert.equal(events[1]?.payload['content'], 'cut\ufffd');
    assert.deepEqual(read(events.map((event) => eventText(event))).found, []);
    assert.notEqual(journal.fingerprint(events.length), undefined);
  });

  it('`__proto__` is just a key', () => {
    const [event] = [...open(['{"toy":"user","text":{"__proto__":1}}']).events()];
    assert.ok(event !== undefined);
    assert.match(eventText(event.event), /"content":\{"__proto__":1\}/);
  });
});

describe('a native journal: whatever its rows', () => {
  const word = fc.constantFrom('user:a', 'call:b', 'off:c', 'same', 'what', 'model:d');
  const specs = fc
    .array(word, { minLength: 1, maxLength: 200 })
    .map((words) => toyLog(['head', ...words].join(' ')));

  it('every row alone gives what all of them give in order', () => {
    fc.assert(
      fc.property(specs, fc.nat(), (log, from) => {
        const whole = [...open(log).events()];
        const journal = open(log);
        const start = from % log.length;
        const rows = [start, ...log.keys()].map((row) => [row, journal.eventsOf(row)] as const);
        for (const [row, events] of rows) {
          const expected = whole.filter((item) => item.row === row && item.event.event_id !== 'end');
          assert.deepEqual(
            events,
            expected.map(({ event }) => event),
          );
        }
        assert.deepEqual(
          [...journal.events(start)],
          whole.filter(({ row }) => row >= start),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('the fingerprint of any prefix is that of the printed lines', () => {
    fc.assert(
      fc.property(specs, fc.nat(), (log, at) => {
        const journal = open(log);
        const lines = [...journal.events()].map(({ event }) => eventText(event));
        const { prefixes } = read(lines);
        const count = (at % lines.length) + 1;
        assert.equal(journal.fingerprint(count), prefixes.at(count));
        assert.equal(journal.fingerprint(lines.length + 1), undefined);
      }),
      { numRuns: 20 },
    );
  });
});
