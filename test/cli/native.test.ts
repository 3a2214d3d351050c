// The commands that Trace 0.1 has, over agents' own logs.

import assert from 'node:assert/strict';
import * as path from 'node:path';
import { cli, temporaryFolder } from '../support/cli.ts';
import { replayView, reportsOf } from '../support/cliViews.ts';
import { textOf } from '../support/journal.ts';
import { codexLog, piTree } from '../support/nativeLogs.ts';
import { zstdFrame } from '../support/zstd.ts';

const LOG = codexLog();
const DAMAGED = LOG.toSpliced(2, 0, '{"timestamp":}');

const input = (lines: readonly string[]) => ({ input: textOf(lines) });
const replayed = (...args: readonly string[]) => {
  const { code, out, err } = cli(['replay', '-', '--format', 'json', ...args], input(LOG));
  return { code, err, view: replayView.parse(JSON.parse(out)) };
};

describe('native logs: validate', () => {
  it('a sound one: 0, and the number of its events', () => {
    const { code, out } = cli(['validate', '-', '--format', 'json'], input(LOG));
    const [report] = reportsOf(out);
    const printed = cli(['normalize', '-'], input(LOG)).out.trimEnd().split('\n').length;
    assert.deepEqual([code, report?.totals.error, report?.events], [0, 0, printed]);
  });

  it('violations at the native line', () => {
    const { code, out } = cli(['validate', '-'], input(DAMAGED));
    assert.equal(code, 1);
    assert.match(out, /^-:3:14: error json-invalid: /);
  });

  it('a fragment and its complete copy', () => {
    const [report] = reportsOf(
      cli(['validate', '-', '--format', 'json'], input(LOG.toSpliced(2, 0, (LOG[2] ?? '').slice(0, 50), '')))
        .out,
    );
    const torn = report?.violations.find(({ code }) => code === 'record-torn');
    assert.deepEqual(
      [torn?.line, torn?.related?.map(({ line, message }) => `${line} ${message}`)],
      [3, ['5 The same record in full']],
    );
  });

  describe('names', () => {
    const folder = temporaryFolder();
    const named = (name: string) => cli(['validate', folder.write(name, textOf(LOG))]).out;
    const rollout = (digit: number) =>
      `rollout-2026-01-01T00-00-00-01900000-0000-7000-8000-00000000000${digit}.jsonl`;

    it('another id in the name', () =>
      assert.match(named(rollout(2)), /:1:\d+: warning identity-mismatch: /));
    it('the same, or none', () => {
      assert.doesNotMatch(named(rollout(1)), /identity/);
      assert.doesNotMatch(named('copy.jsonl'), /identity/);
    });
  });
});

describe('native logs: a folder', () => {
  const folder = temporaryFolder();

  it('of several agents, one of them compressed', () => {
    folder.write('a.jsonl', textOf(LOG));
    folder.write('b.jsonl.zst', zstdFrame(new TextEncoder().encode(textOf(LOG))));
    folder.write('c.jsonl', textOf(piTree()));
    const reports = reportsOf(cli(['validate', folder.path(), '--format', 'json']).out);
    assert.deepEqual(
      reports.map(({ file, totals }) => `${path.basename(file)} ${totals.error}`),
      ['a.jsonl 0', 'b.jsonl.zst 0', 'c.jsonl 0'],
    );
    assert.equal(reports[0]?.events, reports[1]?.events);
  });
});

describe('native logs: replay', () => {
  it('what was said, from the first event to the last', () => {
    const { code, view } = replayed();
    assert.equal(code, 0);
    assert.deepEqual([view.user_messages, view.assistant_messages.includes('yes')], [['hi'], true]);
    assert.equal(view.session_id, '01900000-0000-7000-8000-000000000001');
    assert.equal(view.tool_results.length, 1);
  });

  it('up to a normalised sequence', () => {
    const all = replayed().view.applied_events;
    const { code, view } = replayed('--until', '1');
    assert.deepEqual([code, view.applied_events, view.tool_results.length], [0, 2, 0]);
    assert.equal(cli(['replay', '-', '--until', String(all)], input(LOG)).code, 2);
  });

  it('strict: an error anywhere gives no view; a damaged line ends no replay', () => {
    const strict = cli(['replay', '-'], input(DAMAGED));
    assert.deepEqual([strict.code, strict.out], [1, '']);
    const { code, out } = cli(['replay', '-', '--valid-prefix', '--format', 'json'], input(DAMAGED));
    const view = replayView.parse(JSON.parse(out));
    assert.equal(code, 0);
    assert.equal(view.applied_events, replayed().view.applied_events);
  });

  it('of a tree the active path', () => {
    const { out } = cli(['replay', '-', '--format', 'json'], input(piTree()));
    assert.deepEqual(replayView.parse(JSON.parse(out)).assistant_messages, ['yes']);
  });
});

describe('native logs: fingerprint', () => {
  it('over the normalised events, and says so', () => {
    const { code, out, err } = cli(['fingerprint', '-'], input(LOG));
    const normalized = cli(['normalize', '-'], input(LOG)).out;
    assert.equal(code, 0);
    assert.match(err, /over the normalised events/);
    assert.equal(out, cli(['fingerprint', '-'], { input: normalized }).out);
    assert.equal(out.trim(), replayed().view.fingerprint);
  });

  it('of a prefix', () => {
    const normalized = cli(['normalize', '-'], input(LOG)).out;
    assert.equal(
      cli(['fingerprint', '-', '--until', '2'], input(LOG)).out,
      cli(['fingerprint', '-', '--until', '2'], { input: normalized }).out,
    );
  });
});

describe('native logs: branch', () => {
  const folder = temporaryFolder();

  it('a record beside the log, which verifies, also after the log has grown', () => {
    const log = folder.write('session.jsonl', textOf(LOG));
    const { code, out } = cli(['branch', log, '--at', '2', '--id', 'other']);
    assert.equal(code, 0);
    assert.equal(path.basename(out.trim()), 'session.other.branch.json');
    assert.equal(cli(['verify-branch', out.trim()]).code, 0);
    folder.write('session.jsonl', textOf([...LOG, LOG[1] ?? '']));
    assert.equal(cli(['verify-branch', out.trim()]).code, 0);
    folder.write('session.jsonl', textOf(LOG).replaceAll('"hi"', '"ho"'));
    assert.equal(cli(['verify-branch', out.trim()]).code, 1);
  });

  it('not beyond an error', () => {
    const log = folder.write('damaged.jsonl', textOf(DAMAGED));
    const { code, err } = cli(['branch', log, '--at', '3', '--id', 'x']);
    assert.equal(code, 1);
    assert.match(err, /not whole/);
    assert.equal(cli(['branch', log, '--at', '0', '--id', 'y']).code, 0);
  });
});
