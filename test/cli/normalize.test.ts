import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { bundle } from '../support/built.ts';
import { cli, temporaryFolder } from '../support/cli.ts';
import { edit, journal, textOf } from '../support/journal.ts';
import { codexLog, piTree } from '../support/nativeLogs.ts';
import { zstdFrame } from '../support/zstd.ts';

const normalized = (input: string | Uint8Array) => cli(['normalize', '-'], { input });

/** Ids and types of what was printed. */
function events(out: string): string[] {
  return [...out.matchAll(/^\{"trace_version":"0.1.0","event_id":"([^"]+)".*?"type":"([^"]+)"/gm)].map(
    ([, id = '', type = '']) => `${id} ${type}`,
  );
}

describe('normalize', () => {
  it('a native log: its events as lines of Trace 0.1, which validate', () => {
    const { code, out, err } = normalized(textOf(codexLog()));
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    const types = events(out).map((event) => event.split(' ')[1]);
    for (const type of ['session.start', 'user.message', 'tool.request', 'tool.result', 'model.response'])
      assert.ok(types.includes(type), type);
    assert.equal(out.endsWith('}\n'), true);
    assert.match(cli(['validate', '-'], { input: out }).out, / 0 errors, /);
  });

  it('the same bytes each time, whatever the name', () => {
    const { out } = normalized(textOf(codexLog()));
    assert.equal(normalized(textOf(codexLog())).out, out);
  });

  it('of a tree the active path', () => {
    const { out } = normalized(textOf(piTree()));
    const ids = events(out).map((event) => event.split(' ')[0]);
    assert.ok(ids.includes('aaaaaaaa') && ids.includes('cccccccc') && !ids.includes('bbbbbbbb'));
  });

  it('what could be read of a broken one, and says so', () => {
    const log = codexLog();
    const { code, out, err } = normalized(textOf(log.toSpliced(2, 0, '{"timestamp":}')));
    assert.equal(code, 0);
    assert.equal(events(out).length, events(normalized(textOf(log)).out).length);
    assert.match(err, /^-: the log has 1 error; `validate` lists them\n$/);
  });

  it('a compressed one', () => {
    const log = textOf(codexLog());
    assert.equal(normalized(zstdFrame(new TextEncoder().encode(log))).out, normalized(log).out);
  });

  it('Trace 0.1: its own records as they stand, repeated deliveries once', () => {
    const lines = journal('start user:hi resp:ho stop:done').map((line) => line.replace('{', '{  '));
    assert.equal(normalized(textOf(lines)).out, textOf(lines));
    assert.equal(normalized(textOf(lines.toSpliced(2, 0, lines[1] ?? ''))).out, textOf(lines));
    const odd = edit(journal('start user:hi'), 1, { extra: 'é\u2028' });
    assert.equal(normalized(odd.join('\n')).out, textOf(odd));
  });

  const none: readonly (readonly [string, string | Uint8Array, number, RegExp])[] = [
    ['an empty file', '', 0, /no events/],
    ['JSON of another kind', '{"id":1}\n', 2, /not a session/],
    ['no JSON', 'hello\n', 2, /not a session/],
    ['binary frames of Reasonix', Buffer.from('RX4F\0\0\0\u0001\0\0'), 2, /reasonix export/],
  ];
  for (const [name, input, expected, words] of none)
    it(`${name}: ${expected}, nothing printed, and why`, () => {
      const { code, out, err } = normalized(input);
      assert.deepEqual({ code, out }, { code: expected, out: '' });
      assert.match(err, words);
    });

  describe('in a file', () => {
    const folder = temporaryFolder();

    it('a session that names itself nowhere is named by its file', () => {
      const lines = ['{"role":"user","content":"q","createdAt":1}', '{"role":"assistant","content":"a"}'];
      const log = folder.write('my chat.jsonl', textOf(lines));
      const { out } = cli(['normalize', log]);
      assert.match(out, /"session_id":"my chat"/);
    });

    it('a reader that has seen enough is no failure', function () {
      if (process.platform === 'win32') this.skip();
      const log = folder.write('big.jsonl', textOf(Array.from({ length: 5000 }, () => codexLog()).flat()));
      const { status, stdout, stderr } = spawnSync(
        'bash',
        ['-c', `set -o pipefail; node "${bundle('cli.js')}" normalize "${log}" | head -n 1`],
        { encoding: 'utf8' },
      );
      assert.deepEqual([status, stdout.split('\n').length, stderr.includes('EPIPE')], [0, 2, false]);
    });

    it('the log stays as it is', () => {
      const log = folder.write('same.jsonl', textOf(codexLog()));
      const before = fs.statSync(log);
      cli(['normalize', log]);
      assert.deepEqual(
        [fs.readFileSync(log, 'utf8'), fs.statSync(log).mtimeMs],
        [textOf(codexLog()), before.mtimeMs],
      );
    });
  });
});
