import assert from 'node:assert/strict';
import { cli, temporaryFolder, type Ran } from '../support/cli.ts';
import { replayView } from '../support/cliViews.ts';
import { fingerprintOf } from '../support/canonical.ts';
import { edit, events, journal, rewrite, splice, textOf, type Lines } from '../support/journal.ts';

const spec = 'start user:hello req chunk:h final:hi call:c1 result:c1 req resp:bye stop:completed';
const lines = journal(spec);

describe('replay', () => {
  const folder = temporaryFolder();
  const replay = (input: Lines | string, ...args: readonly string[]): Ran =>
    cli([
      'replay',
      folder.write('x.trace.jsonl', typeof input === 'string' ? input : textOf(input)),
      ...args,
    ]);
  const view = (input: Lines, ...args: readonly string[]) =>
    replayView.parse(JSON.parse(replay(input, '--format', 'json', ...args).out));

  it('the whole journal', () => {
    assert.deepEqual(view(lines), {
      session_id: 'session-1',
      run_id: 'run-1',
      applied_events: 10,
      user_messages: ['hello'],
      assistant_messages: ['hi', 'bye'],
      tool_results: [{ tool_call_id: 'c1', tool: 'write_file', ok: true }],
      stop_reason: 'completed',
      fingerprint: fingerprintOf(events(spec)),
    });
  });

  it('names its members in the order of the contract', () => {
    const names = Object.keys(view(lines));
    assert.deepEqual(names, Object.keys(replayView.shape));
  });

  for (let until = 0; until < lines.length; until++)
    it(`--until ${until}`, () => {
      const { applied_events: applied, fingerprint } = view(lines, '--until', String(until));
      assert.deepEqual([applied, fingerprint], [until + 1, fingerprintOf(events(spec).slice(0, until + 1))]);
    });

  it('--until beyond the journal: 2, and where it ends', () => {
    const { code, out, err } = replay(lines, '--until', '10');
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /sequence 10 is outside the journal, which ends at 9/);
  });

  it('as text: everything that the view holds', () => {
    const { code, out } = replay(lines);
    assert.equal(code, 0);
    for (const word of ['session-1', 'run-1', 'hello', 'bye', 'completed', fingerprintOf(events(spec))])
      assert.ok(out.includes(word), word);
  });

  it('text from the journal cannot take over the terminal', () => {
    const { out } = replay(edit(lines, 1, { payload: { content: 'a\u001b[2Jb\u202ec\rd' } }));
    for (const character of ['\u001b', '\u202e', '\r']) assert.ok(!out.includes(character));
  });

  it('every digit, and names that mean something elsewhere', () => {
    const odd =
      '{"tool_call_id":"c1","n":123456789012345678901234567890,"x":1.5,"__proto__":{"polluted":1},"é":"😀"}';
    const { out } = replay(
      rewrite(lines, 6, (line) => line.replace(/"payload":\{[^}]*\}/, `"payload":${odd}`)),
      '--format',
      'json',
    );
    assert.match(out, /"n": 123456789012345678901234567890,/);
    assert.match(out, /"__proto__": \{\s+"polluted": 1/);
    assert.match(out, /"é": "😀"/);
  });

  it('standard input', () => {
    const { code, out } = cli(['replay', '-', '--format', 'json'], { input: textOf(lines) });
    assert.deepEqual([code, replayView.parse(JSON.parse(out)).applied_events], [0, 10]);
  });

  describe('strict: with an error anywhere there is no view, and 1', () => {
    const refused: readonly (readonly [string, Lines | string, RegExp])[] = [
      ['a gap', splice(lines, 3, 1), /:4:83: sequence-gap: /],
      ['a torn line inside', rewrite(lines, 3, (line) => line.slice(0, 99)), /:4:1: record-torn: /],
      [
        'a torn line that hid nothing',
        splice(lines, 3, 0, (lines[3] ?? '').slice(0, 99)),
        /:4:1: record-torn: /,
      ],
      ['glued records', [`${lines[0]}${lines[1]}`, ...lines.slice(2)], /:1:\d+: records-glued: /],
      [
        'half a surrogate pair',
        rewrite(lines, 1, (line) => line.replace('hello', '\\ud800')),
        /lone-surrogate/,
      ],
      [
        'an unknown parent of the last event',
        edit(lines, 9, { parent_event_id: 'evt-99' }),
        /parent-unknown/,
      ],
      ['an error in the last event alone', edit(lines, 9, { timestamp: 'x' }), /schema/],
      ['an empty file', '', /no events/],
      ['other JSON lines', '{"a":1}\n', /no events/],
    ];
    for (const [name, input, words] of refused)
      it(name, () => {
        const { code, out, err } = replay(input, '--format', 'json');
        assert.deepEqual([code, out], [1, '']);
        assert.match(err, words);
      });

    it('also when the error lies after --until', () => {
      assert.equal(replay(edit(lines, 9, { timestamp: 'x' }), '--until', '2').code, 1);
    });
  });

  const sound: readonly (readonly [string, Lines | string])[] = [
    ['warnings', edit(lines, 1, { extra: 1 })],
    ['a retry', splice(lines, 2, 0, lines[1] ?? '')],
    ['a torn last record', [...lines, (lines[1] ?? '').slice(0, 99)]],
    ['CR LF, a byte order mark and blank lines', `\ufeff${textOf(lines).replaceAll('\n', '\r\n\r\n')}`],
    ['no final newline', textOf(lines).trimEnd()],
  ];
  for (const [name, input] of sound)
    it(`${name} are no obstacle, and change nothing`, () => {
      const { code, out } = replay(input, '--format', 'json');
      assert.equal(code, 0);
      const extra = name === 'warnings';
      const { applied_events: applied, fingerprint } = replayView.parse(JSON.parse(out));
      assert.deepEqual([applied, fingerprint === fingerprintOf(events(spec))], [10, !extra]);
    });

  it('--valid-prefix: as far as the events are whole, and where it stops', () => {
    const { code, out, err } = replay(splice(lines, 5, 1), '--format', 'json', '--valid-prefix');
    assert.deepEqual([code, replayView.parse(JSON.parse(out)).applied_events], [0, 5]);
    assert.match(err, /:6:83: replay stops here: sequence-gap: /);
  });

  it('what cannot be read: 2', () => {
    assert.equal(cli(['replay', folder.path('missing.jsonl')]).code, 2);
    assert.equal(cli(['replay', folder.path()]).code, 2);
  });
});
