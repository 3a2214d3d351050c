// `--append`: replay and branch record themselves in the journal, as the chapter's step 7 does.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { fingerprintOf } from '../support/canonical.ts';
import { cli, temporaryFolder } from '../support/cli.ts';
import { branchFile, reportsOf } from '../support/cliViews.ts';
import { corpusBytes, hasCorpus } from '../support/corpus.ts';
import { edit, eventOf, events, journal, textOf, type Lines } from '../support/journal.ts';

const spec = 'start user:hello req resp:hi stop:completed';
const lines = journal(spec);
const FIXED = ['--clock', '2026-08-10T00:00:05Z', '--actor', 'harness:reference-agent'];

describe('--append', () => {
  const folder = temporaryFolder();
  let count = 0;
  let file = '';
  const create = (input: Lines | string) => (file = folder.write(`o${count++}.trace.jsonl`, textOf(input)));
  beforeEach(() => create(lines));
  const appended = () => fs.readFileSync(file, 'utf8').split('\n').slice(lines.length, -1);

  it('the chapter, byte for byte', function () {
    if (!hasCorpus) this.skip();
    const golden = Buffer.from(corpusBytes('trace01', 's07-session-replay-golden.trace.jsonl')).toString();
    create(golden.split('\n').slice(0, 5));
    assert.equal(cli(['replay', file, '--append', ...FIXED]).code, 0);
    const branch = ['branch', file, '--at', '2', '--id', 'branch-alternative-response'];
    assert.equal(cli([...branch, '--append', ...FIXED]).code, 0);
    assert.equal(fs.readFileSync(file, 'utf8'), golden);
  });

  it('replay: one event after session.stop, and the view as without it', () => {
    const without = cli(['replay', file, '--format', 'json']);
    const { code, out, err } = cli(['replay', file, '--format', 'json', '--append', ...FIXED]);
    assert.deepEqual([code, out], [0, without.out]);
    assert.match(err, /appended session\.replay at sequence 5\n$/);
    assert.deepEqual(appended().map(eventOf), [
      {
        trace_version: '0.1.0',
        event_id: 'evt-005',
        session_id: 'session-1',
        sequence: 5,
        timestamp: '2026-08-10T00:00:05Z',
        type: 'session.replay',
        actor: { kind: 'harness', id: 'reference-agent' },
        payload: { applied_events: 5, stop_reason: 'completed', fingerprint: fingerprintOf(events(spec)) },
        provenance: eventOf(lines[0])['provenance'],
        redaction: { status: 'clean', fields: [] },
        parent_event_id: 'evt-004',
      },
    ]);
  });

  it('replay --until: of that prefix', () => {
    cli(['replay', file, '--until', '1', '--append', ...FIXED]);
    const fingerprint = fingerprintOf(events(spec).slice(0, 2));
    const payload = { applied_events: 2, stop_reason: null, fingerprint };
    assert.deepEqual(eventOf(appended()[0])['payload'], payload);
  });

  it('branch: the record as without it, and an event with its lineage', () => {
    const { code, out } = cli(['branch', file, '--at', '1', '--id', 'b', '--append', ...FIXED]);
    assert.equal(code, 0);
    const record = branchFile.parse(JSON.parse(fs.readFileSync(out.trim(), 'utf8')));
    assert.deepEqual(eventOf(appended()[0])['payload'], {
      branch_id: 'b',
      parent_run_id: 'run-1',
      fork_sequence: 1,
      inherited_events: 2,
      parent_fingerprint: record.parent_fingerprint,
    });
  });

  it('again and again: the journal stays valid, and earlier events stay as they are', () => {
    for (let i = 0; i < 3; i++) {
      assert.equal(cli(['replay', file, '--append']).code, 0);
      assert.equal(cli(['branch', file, '--at', '4', '--id', `b${i}`, '--append']).code, 0);
    }
    assert.ok(fs.readFileSync(file, 'utf8').startsWith(textOf(lines)));
    const [report] = reportsOf(cli(['validate', file, '--format', 'json']).out);
    assert.deepEqual([report?.events, report?.violations], [11, []]);
  });

  it('a clock that stands still or lies in the past ticks on from the last event', () => {
    for (const clock of ['2026-08-10T00:00:04Z', '2020-01-01T00:00:00Z', '2026-08-10T02:00:09+02:00'])
      cli(['replay', file, '--append', '--clock', clock]);
    assert.deepEqual(
      appended().map((line) => eventOf(line)['timestamp']),
      ['2026-08-10T00:00:05Z', '2026-08-10T00:00:06Z', '2026-08-10T02:00:09+02:00'],
    );
  });

  it('ids that follow no pattern are not continued', () => {
    create(
      lines.map((_, i) => edit(lines, i, { event_id: `x${i * i}y`, parent_event_id: undefined })[i] ?? ''),
    );
    cli(['replay', file, '--append']);
    assert.match(appended()[0] ?? '', /"event_id":"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/);
  });

  const refused: readonly (readonly [string, Lines | string, readonly string[], 1 | 2, RegExp])[] = [
    ['a session that has not stopped', lines.slice(0, 4), [], 1, /has not stopped/],
    ['one that was started again', lines, [], 1, /./],
    ['a broken journal', edit(lines, 3, { sequence: 9 }), [], 1, /Sequence gap/],
    ['no events', '', [], 1, /./],
    ['no time', lines, ['--clock', 'noon'], 2, /a time is written like/],
    ['no actor', lines, ['--actor', 'robot:x'], 2, /kinds are user, model/],
    ['an actor without an id', lines, ['--actor', 'user:'], 2, /kind:id/],
    ['beyond the journal', lines, ['--until', '9'], 2, /outside the journal/],
  ];
  for (const [name, input, options, code, words] of refused)
    it(`refused: ${name}, and nothing is written`, () => {
      if (name === 'one that was started again') {
        const again = { type: 'session.start', sequence: 5, event_id: 'evt-005', payload: {} };
        create([...lines, edit(lines, 4, { ...again, parent_event_id: 'evt-004' })[4] ?? '']);
      } else create(input);
      const before = fs.readFileSync(file);
      const ran = cli(['replay', file, '--append', ...options]);
      assert.deepEqual([ran.code, ran.out], [code, '']);
      assert.match(ran.err, words);
      assert.deepEqual(fs.readFileSync(file), before);
      assert.ok(!fs.existsSync(`${file}.lock`));
    });

  it('refused: standard input, a missing file, and its options without it', () => {
    assert.equal(cli(['replay', '-', '--append'], { input: textOf(lines) }).code, 2);
    const missing = cli(['replay', folder.path('missing.jsonl'), '--append']);
    assert.equal(missing.code, 2);
    assert.match(missing.err, /The file does not exist/);
    assert.match(cli(['replay', file, '--clock', '2026-08-10T00:00:05Z']).err, /need --append/);
    assert.equal(cli(['branch', file, '--at', '1', '--id', 'b', '--actor', 'user:x']).code, 2);
  });

  it('refused: a branch whose record is there; the parent does not record it', () => {
    const branch = ['branch', file, '--at', '1', '--id', 'twice'];
    assert.equal(cli(branch).code, 0);
    assert.equal(cli([...branch, '--append']).code, 2);
    assert.deepEqual(appended(), []);
  });
});
