import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { LogIdentity, NativeFormatId, SessionLink } from '../../src/formats/native.ts';
import { findBase, relatedFiles } from '../../src/node/relatedFiles.ts';
import { temporaryFolder } from '../support/cli.ts';

const id = (digit: number) => `01900000-0000-7000-8000-00000000000${digit}`;
const rollout = (digit: number) => `rollout-2026-01-01T00-00-00-${id(digit)}.jsonl`;

describe('related files', () => {
  const folder = temporaryFolder();

  function put(name: string, text = ''): string {
    fs.mkdirSync(path.dirname(folder.path(name)), { recursive: true });
    return folder.write(name, text);
  }

  function related(log: string, format: NativeFormatId, links: readonly SessionLink[] = [], sessionId = 's') {
    const identity: LogIdentity = {
      ...{ generation: '', agentVersion: null, runId: null, cwd: null, model: null },
      ...{ sessionId, links },
    };
    return relatedFiles(log, format, identity).map(
      ({ kind, id: named, path: found }) =>
        `${kind} ${named ?? '-'} ${found === null ? 'not here' : path.relative(folder.path(), found).replaceAll(path.sep, '/')}`,
    );
  }

  const base = (digit: number): SessionLink => ({ kind: 'history-base', id: id(digit), file: null });

  it('Codex: the parent beside the log, on another day, in the archive, compressed, or not here', () => {
    const log = put(`home/sessions/2026/01/02/${rollout(1)}`);
    put(`home/sessions/2026/01/02/${rollout(2)}`);
    put(`home/sessions/2025/12/31/${rollout(3)}`);
    put(`home/archived_sessions/${rollout(4)}.zst`);
    assert.deepEqual(related(log, 'codex', [base(2), base(3), base(4), base(5), base(1)]), [
      `history-base ${id(2)} home/sessions/2026/01/02/${rollout(2)}`,
      `history-base ${id(3)} home/sessions/2025/12/31/${rollout(3)}`,
      `history-base ${id(4)} home/archived_sessions/${rollout(4)}.zst`,
      `history-base ${id(5)} not here`,
    ]);
  });

  it('Codex: a thread that was taken back builds on its older file, which has the same id', () => {
    const again = (digit: number, own: number) => rollout(digit).replace('.jsonl', `_${id(own)}.jsonl`);
    const log = put(`back/sessions/2026/01/02/${again(1, 7)}`);
    put(`back/sessions/2026/01/02/${rollout(1)}`);
    put(`back/sessions/2026/01/02/${again(1, 8)}`);
    assert.deepEqual(related(log, 'codex', [base(1), base(8)]), [
      `history-base ${id(1)} back/sessions/2026/01/02/${rollout(1)}`,
      `history-base ${id(8)} back/sessions/2026/01/02/${again(1, 8)}`,
    ]);
  });

  it('Codex: outside a tree of sessions only the own folder is looked at', () => {
    const log = put(`loose/a/${rollout(1)}`);
    put(`loose/${rollout(2)}`);
    assert.deepEqual(related(log, 'codex', [base(2)]), [`history-base ${id(2)} not here`]);
  });

  it('Codex: what a log builds on, also in the folders that a person named, which may be itself', () => {
    const log = put(`loose/b/${rollout(1)}`);
    const named = folder.path('named');
    const parent = put(`named/2026/01/02/${rollout(2)}`);
    const find = (digit: number, ...folders: readonly string[]) => findBase(log, base(digit), folders);
    assert.deepEqual(
      [find(2), find(2, named), find(1), find(3, named), find(2, folder.path('nowhere'))],
      [null, parent, log, null, null],
    );
    for (const hostile of ['', '..', `../named/2026/01/02/${rollout(2)}`, parent])
      assert.equal(findBase(log, { kind: 'history-base', id: hostile, file: null }, [named]), null);
  });

  it('Pi: the parent by its file name alone, wherever the log says that it is', () => {
    const log = put('pi/b.jsonl');
    put('pi/2026-01-01T00-00-00-000Z_a.jsonl');
    put('secret/key.jsonl');
    const link = (file: string): SessionLink => ({ kind: 'parent-session', id: null, file });
    assert.deepEqual(related(log, 'pi', [link('/elsewhere/2026-01-01T00-00-00-000Z_a.jsonl')]), [
      'parent-session - pi/2026-01-01T00-00-00-000Z_a.jsonl',
    ]);
    assert.deepEqual(related(log, 'pi', [link('C:\\x\\2026-01-01T00-00-00-000Z_a.jsonl')]), [
      'parent-session - pi/2026-01-01T00-00-00-000Z_a.jsonl',
    ]);
    for (const hostile of [folder.path('secret/key.jsonl'), '../secret/key.jsonl', '..', '', '.', '/'])
      assert.deepEqual(related(log, 'pi', [link(hostile)]), ['parent-session - not here']);
  });

  it('Claude Code: forks by shared records, subagents beside the log and in its folder', () => {
    const record = (uuid: string, sessionId: string) => `${JSON.stringify({ uuid, sessionId })}\n`;
    const log = put('cc/one.jsonl', `{"type":"summary"}\ntorn{\n${record('u1', 's')}${record('u2', 's')}`);
    put('cc/two.jsonl', record('u2', 't'));
    put('cc/three.jsonl', record('u3', 's'));
    put('cc/agent-1.jsonl', record('u8', 's'));
    put('cc/agent-2.jsonl', record('u9', 'other'));
    put('cc/one/subagents/agent-3.jsonl');
    put('cc/one/subagents/agent-3.meta.json');
    assert.deepEqual(related(log, 'claude-code').sort(), [
      'fork two cc/two.jsonl',
      'subagent 1 cc/agent-1.jsonl',
      'subagent 3 cc/one/subagents/agent-3.jsonl',
    ]);
    const link: SessionLink = { kind: 'subagent', id: '3', file: null };
    assert.equal(
      related(log, 'claude-code', [link]).filter((item) => item.startsWith('subagent 3')).length,
      1,
    );
    assert.deepEqual(related(folder.path('cc/one/subagents/agent-3.jsonl'), 'claude-code'), [
      'spawned-by s cc/one.jsonl',
    ]);
  });

  it('Reasonix: the parent in the file beside the log, as a name only', () => {
    const log = put('r/child.jsonl');
    put('r/parent.events.jsonl');
    put('r/parent.jsonl');
    const meta = (parent: unknown) => put('r/child.jsonl.meta', JSON.stringify({ parent_id: parent }));
    meta('parent');
    assert.deepEqual(related(log, 'reasonix'), ['parent-session parent r/parent.events.jsonl']);
    put('r/child.events.jsonl');
    assert.deepEqual(related(folder.path('r/child.events.jsonl'), 'reasonix'), [
      'parent-session parent r/parent.events.jsonl',
    ]);
    meta('gone');
    assert.deepEqual(related(log, 'reasonix'), ['parent-session gone not here']);
    meta('../r/parent');
    assert.deepEqual(related(log, 'reasonix'), ['parent-session ../r/parent not here']);
    for (const none of ['', 7, null]) {
      meta(none);
      assert.deepEqual(related(log, 'reasonix'), []);
    }
    put('r/child.jsonl.meta', 'no JSON');
    assert.deepEqual(related(log, 'reasonix'), []);
  });

  it('links are not followed, and a file that is gone is no failure', function () {
    if (process.platform === 'win32') this.skip();
    const log = put(`linked/${rollout(1)}`);
    put(`target/${rollout(2)}`);
    fs.symlinkSync(folder.path('target'), folder.path('linked/deeper'));
    assert.deepEqual(related(log, 'codex', [base(2)]), [`history-base ${id(2)} not here`]);
    assert.deepEqual(related(folder.path('nowhere/x.jsonl'), 'claude-code'), []);
  });
});
