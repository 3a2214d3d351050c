import assert from 'node:assert/strict';
import { altered, edit, journal, read, splice } from '../../support/journal.ts';
import { finds, findsNothing } from '../../support/table.ts';

const lines = journal('start user chunk:a chunk:b final:ab call:c result:c stop');
const other = journal('start user req resp stop');
const session2 = other.map((line) => line.replace('session-1', 'session-2'));
const run2 = other.map((line) => line.replace('run-1', 'run-2'));
const both2 = session2.map((line) => line.replace('run-1', 'run-2'));

describe('identity: one session and one run', () => {
  finds('session-mixed: where it begins, and where the journal named its own', [
    [
      'one event',
      edit(lines, 3, { session_id: 'session-2' }),
      ['session-mixed@4:60-71 ‹"session-2"› journal-identity@1:60-71'],
    ],
    [
      'all events from there on',
      [...lines.slice(0, 4), ...lines.slice(4).map((line) => line.replace('session-1', 's-2'))],
      ['session-mixed@5:60-65 ‹"s-2"› journal-identity@1:60-71'],
    ],
    [
      'the first event is the odd one',
      edit(lines, 0, { session_id: 'session-2' }),
      ['session-mixed@2:60-71 ‹"session-1"› journal-identity@1:60-71'],
    ],
    [
      'another journal after the end',
      [...lines, ...session2],
      ['session-mixed@9:60-71 ‹"session-2"› journal-identity@1:60-71'],
    ],
    [
      'with another run too: one fault',
      [...lines, ...both2],
      ['session-mixed@9:60-71 ‹"session-2"› journal-identity@1:60-71'],
    ],
    [
      'two writers, line by line: at each return of the other',
      lines.flatMap((line, at) => (at < 2 ? [line, session2[at] ?? ''] : [line])),
      [
        'session-mixed@2:60-71 ‹"session-2"› journal-identity@1:60-71',
        'session-mixed@4:60-71 ‹"session-2"› journal-identity@1:60-71',
      ],
    ],
  ]);

  finds('run-mixed', [
    [
      'one event',
      edit(lines, 3, { provenance: { run_id: 'run-2' } }),
      ['run-mixed@4:308-315 ‹"run-2"› journal-identity@1:300-307'],
    ],
    [
      'another run of the session after the end',
      [...lines, ...run2],
      ['run-mixed@9:300-307 ‹"run-2"› journal-identity@1:300-307'],
    ],
  ]);

  for (const [at, line] of session2.entries())
    finds(
      `a foreign line is one fault, wherever it stands (its line ${at + 1})`,
      [1, 3, 6, 8].map((place) => [
        `before line ${place + 1}`,
        splice(lines, place, 0, line),
        [`session-mixed@${place + 1}:60-71 ‹"session-2"› journal-identity@1:60-71`],
      ]),
    );

  finds('a name that cannot be read is another fault', [
    [
      'no session in the first event',
      edit(lines, 0, { session_id: undefined }),
      ['schema@1:1-327 ‹{"trace_version":"0.1.0…›'],
    ],
    [
      'no run in the first event',
      edit(lines, 0, { provenance: { run_id: undefined } }),
      ['schema@1:211-291 ‹{"agent_id":"test","sna…›'],
    ],
    ['no session in a later event', edit(lines, 2, { session_id: 7 }), ['schema@3:60-61 ‹7›']],
    [
      'no session in the first event, another in the fourth',
      edit(edit(lines, 0, { session_id: undefined }), 3, { session_id: 'session-2' }),
      [
        'schema@1:1-327 ‹{"trace_version":"0.1.0…›',
        'session-mixed@4:60-71 ‹"session-2"› journal-identity@2:60-71',
      ],
    ],
  ]);

  it('a run of its own for every event takes time in proportion', () => {
    const many = journal(`start ${'metric '.repeat(30_000)}stop`).map((line, at) =>
      line.replace('"run-1"', `"run-${at}"`),
    );
    const started = performance.now();
    const { found } = read(many);
    assert.equal(found.filter(({ violation }) => violation.code === 'run-mixed').length, many.length - 1);
    assert.equal(found.length, many.length - 1);
    assert.ok(performance.now() - started < 45_000, `${performance.now() - started} ms`);
  });

  it('where no run is ever named, another session is still told once', () => {
    const without = [...lines, ...session2].map((line) =>
      altered(line, { provenance: { run_id: undefined } }),
    );
    const codes = read(without).found.map(({ violation }) => violation.code);
    assert.equal(codes.filter((code) => code === 'session-mixed').length, 1);
  });

  findsNothing('near misses', [
    [
      'the same names written with escapes',
      lines.map((line, at) => (at === 3 ? line.replace('session-1', 'session\\u002d1') : line)),
    ],
  ]);
});
