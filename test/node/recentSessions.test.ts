import assert from 'node:assert/strict';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recentSessions, type RecentSession } from '../../src/node/recentSessions.ts';
import { temporaryFolder } from '../host/temporary.mjs';
import { claudeLog, codexLog, piLog } from '../support/agentLogs.ts';
import { zstdFrame } from '../support/zstd.ts';

/** A home with files that are one minute younger than the one before. */
function home(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder('recent-');
  Object.entries(files).forEach(([name, content], minutes) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    const time = new Date(Date.UTC(2026, 0, 1, 0, minutes));
    utimesSync(path, time, time);
  });
  return folder;
}

async function list(folders: readonly string[], limit = 100, signal = new AbortController().signal) {
  const found: RecentSession[] = [];
  for await (const session of recentSessions({ folders, limit, signal })) found.push(session);
  return found;
}

const told = (sessions: readonly RecentSession[]) =>
  sessions.map(({ agent, project, message }) => [agent, project, message]);

const CODEX = ['Codex', '/home/mira/shop', 'Why is the last page of the product list empty?'];
const CLAUDE = ['Claude Code', '/home/mira/shop', 'Run the tests of the cart.'];
const PI = ['Pi', '/home/mira/shop', 'Name the colours of the shop.'];

describe('recent sessions', () => {
  it('of all folders, newest first, compressed ones too, and nothing that is none', async () => {
    const folder = home({
      'codex/2026/01/01/rollout-a.jsonl': codexLog(),
      'claude/-home/b.jsonl': claudeLog(),
      'claude/-home/history.jsonl': '{"display":"hello","timestamp":1}\n',
      'claude/-home/empty.jsonl': '',
      'claude/-home/notes.txt': piLog(),
      'codex/2026/01/02/rollout-c.jsonl.zst': zstdFrame(Buffer.from(piLog())),
    });
    const folders = [join(folder, 'codex'), join(folder, 'claude'), join(folder, 'nowhere')];
    assert.deepEqual(told(await list(folders)), [PI, CLAUDE, CODEX]);
    assert.deepEqual(told(await list(folders, 1)), [PI], 'no more files than the limit');
  });

  it('each once, also where one folder lies in another', async () => {
    const folder = home({ 'codex/a.jsonl': codexLog() });
    assert.equal((await list([folder, join(folder, 'codex')])).length, 1);
  });

  it('reads the beginning of a log only', async () => {
    const folder = home({ 'a.jsonl': `${codexLog()}${'{"type":"x"}\n'.repeat(200_000)}` });
    const [session] = await list([folder]);
    assert.deepEqual(told(session ? [session] : []), [CODEX]);
    assert.ok((session?.bytes ?? 0) > 2e6);
  });

  it('a first record that is longer than what is read', async () => {
    const [first = '', ...rest] = codexLog().split('\n');
    const long = first.replace('"cwd"', `"base_instructions":${JSON.stringify('x'.repeat(200_000))},"cwd"`);
    const sessions = await list([home({ 'a.jsonl': [long, ...rest].join('\n') })]);
    assert.deepEqual(told(sessions), [['Codex', null, null]]);
  });

  it('ends when nobody waits for it', async () => {
    const controller = new AbortController();
    const folder = home({ 'a.jsonl': codexLog(), 'b.jsonl': claudeLog(), 'c.jsonl': piLog() });
    const found: RecentSession[] = [];
    for await (const session of recentSessions({
      folders: [folder],
      limit: 100,
      signal: controller.signal,
    })) {
      found.push(session);
      controller.abort();
    }
    assert.equal(found.length, 1);
  });
});
