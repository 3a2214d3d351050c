import assert from 'node:assert/strict';
import { editorHtml } from '../../src/extension/editorHtml.ts';
import { pageState, servePage } from '../../src/extension/editorPage.ts';
import { JournalSession } from '../../src/extension/journalSession.ts';
import type { AgentLog, Inheritance, PageApi, PageEvents, PageState } from '../../src/protocol.ts';
import { Channel, RemoteError } from '../../src/rpc.ts';
import { FakeEngine, readySnapshot, settled } from './fakeEngine.ts';

const TOKENS = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0, cost: null };
const AGENT: AgentLog = {
  ...{
    label: 'Codex',
    generation: 'paginated',
    agentVersion: null,
    cwd: null,
    model: null,
    chosenLeaf: null,
  },
  ...{ records: 9, active: 9, folded: 0, abandoned: 0, unknown: 0, skipped: 0, branches: 0 },
  ...{ usage: TOKENS, inheritedUsage: TOKENS, abandonedUsage: TOKENS, inheritance: null },
};

function opened() {
  const engine = new FakeEngine(readySnapshot(9), {
    rows: ({ from }) => ({ generation: 1, from, rows: [] }),
    nextProblem: ({ row, direction }) => row + direction,
  });
  const session = new JournalSession('file:///a/b.jsonl', '/a/b.jsonl', engine.lease());
  const done: string[] = [];
  let toHost: (message: unknown) => void = () => undefined;
  let toPage: (message: unknown) => void = () => undefined;
  const states: PageState[] = [];
  const page = new Channel<object, PageApi, PageEvents, object>(
    { post: (message) => toHost(message), receive: (handler) => (toPage = handler) },
    {},
    { state: (state) => states.push(state) },
  );
  const served = servePage(
    { post: (message) => toPage(message), receive: (handler) => (toHost = handler) },
    session,
    {
      copyFingerprint: () => Promise.resolve(done.push('copy')),
      openAsText: () => Promise.resolve(done.push('text')),
      branchFrom: (_, row) => void done.push(`branch ${row}`),
      followBranch: (_, row) => void done.push(`follow ${row ?? 'agent'}`),
      openLogAt: (path, row) => Promise.resolve(done.push(`open ${path} at ${row}`)),
      openLog: (path) => Promise.resolve(done.push(`open ${path}`)),
    },
  );
  return { engine, session, done, page, states, served, send: (message: unknown) => toHost(message) };
}

describe('serving the page', () => {
  it('pushes the whole state at once, when the page is ready again, and after every change', async () => {
    const { session, page, states } = opened();
    assert.equal(states.length, 1);
    await page.call('ready', {});
    assert.deepEqual(states[1], states[0]);
    session.moveCursor(4, 'command');
    assert.deepEqual([states[2]?.cursor, states[2]?.revealRequest, states[2]?.fileName], [4, 1, 'b.jsonl']);
  });

  it('lets the other page of the same journal follow, and tells nothing to the one that moved', async () => {
    const { session, page, states } = opened();
    await page.call('moveCursor', { row: 5 });
    assert.equal(states.length, 1);
    await page.call('ready', {});
    assert.deepEqual([states.at(-1)?.cursor, states.at(-1)?.revealRequest], [5, 0]);
    session.moveCursor(7, 'page');
    assert.deepEqual([states.at(-1)?.cursor, states.at(-1)?.revealRequest], [7, 1]);
  });

  it('answers from the engine and moves the cursor', async () => {
    const { session, page, done } = opened();
    assert.deepEqual(await page.call('rows', { from: 3, count: 2 }), { generation: 1, from: 3, rows: [] });
    assert.equal(await page.call('nextProblem', { row: 3, direction: -1 }), 2);
    await page.call('moveCursor', { row: 5 });
    assert.equal(session.cursor, 5);
    await page.call('branchFrom', { row: 5 });
    await page.call('copyFingerprint', {});
    await page.call('followBranch', { row: 4 });
    await page.call('followBranch', { row: null });
    await page.call('openRelated', { index: 0 });
    await page.call('openSibling', {});
    await page.call('openInherited', {});
    assert.deepEqual(done, ['branch 5', 'copy', 'follow 4', 'follow agent'], 'and opens nothing unknown');
  });

  it('says what comes before the journal, and opens it at its last record there', async () => {
    const { engine, page, states, done } = opened();
    assert.equal(states.at(-1)?.inheritance, null);
    const inherit = (inheritance: Inheritance) =>
      engine.set({ ...readySnapshot(9), format: 'agent', agent: { ...AGENT, inheritance } });
    const base = { id: 'p', records: 7, from: [], trouble: null };
    const trouble = { code: 'not-here', id: 'p', path: null, wanted: 7, there: 0 } as const;
    inherit({ ...base, trouble });
    assert.deepEqual(states.at(-1)?.inheritance, {
      message:
        '7 records come before this log. The log of session p is not here: put it beside this one, or name its folder in the setting sessionJournal.sessionFolders.',
      canOpen: false,
      isTroubled: true,
    });
    await page.call('openInherited', {});
    assert.deepEqual(done, []);
    inherit({ ...base, from: [{ path: '/logs/p.jsonl', rows: 7, damaged: 0 }] });
    assert.deepEqual(states.at(-1)?.inheritance, {
      message: '7 records inherited from p.jsonl.',
      canOpen: true,
      isTroubled: false,
    });
    await page.call('openInherited', {});
    assert.deepEqual(done, ['open /logs/p.jsonl at 6']);
    inherit({ ...base, records: 0 });
    assert.equal(states.at(-1)?.inheritance, null);
  });

  const bad: readonly (readonly [keyof PageApi, unknown])[] = [
    ['rows', { from: -1, count: 1 }],
    ['rows', { from: 0, count: 1e9 }],
    ['rows', { from: 0.5, count: 1 }],
    ['rows', null],
    ['moveCursor', { row: '1' }],
    ['moveCursor', { row: 1, uri: 'file:///etc/passwd' }],
    ['nextProblem', { row: 0, direction: 2 }],
    ['details', { row: 0, full: 'yes' }],
    ['branchFrom', {}],
    ['followBranch', {}],
    ['openInherited', { path: '/etc/passwd' }],
    ['openRelated', { index: 0, path: '/etc/passwd' }],
    ['openAsText', { uri: 'file:///etc/passwd' }],
  ];
  for (const [method, params] of bad)
    it(`refuses ${method} ${JSON.stringify(params)}`, async () => {
      const { engine, session, done, send, served } = opened();
      send({ kind: 'request', id: 1, method, params });
      await settled();
      assert.deepEqual([session.cursor, done, engine.restarts], [0, [], 0]);
      served.dispose();
    });

  it('survives messages that are none', async () => {
    const { send, page } = opened();
    for (const message of [
      null,
      7,
      'x',
      [],
      {},
      { kind: 'request' },
      { kind: 'request', id: 1, method: '__proto__' },
    ])
      send(message);
    assert.equal(await page.call('ready', {}), null);
  });

  it('answers a failure when the engine is gone, and says so in the state', async () => {
    const { engine, page, states } = opened();
    engine.die();
    assert.match(states.at(-1)?.failureMessage ?? '', /stopped unexpectedly/);
    assert.equal(states.at(-1)?.snapshot.state.kind, 'failed');
    await assert.rejects(page.call('rows', { from: 0, count: 1 }), RemoteError);
    await page.call('readAgain', {});
    assert.equal(engine.restarts, 1);
  });

  it('pushes nothing after it was disposed', () => {
    const { session, states, served } = opened();
    served.dispose();
    session.moveCursor(3, 'command');
    assert.equal(states.length, 1);
  });

  it('puts a failure to read into words', () => {
    const engine = new FakeEngine({
      ...readySnapshot(0),
      state: { kind: 'failed', reason: 'no-permission', detail: '' },
    });
    const session = new JournalSession('file:///a', '/a', engine.lease());
    assert.ok((pageState(session).failureMessage ?? '').length > 10);
  });
});

describe('the page itself', () => {
  const html = editorHtml({
    cspSource: 'https://webview.example',
    nonce: 'n0nce',
    script: 'https://webview.example/dist/webview.js',
    style: 'https://webview.example/media/editor.css',
    icons: 'https://webview.example/dist/codicon.css',
    title: '"><script>alert(1)</script>',
  });

  it('allows only its own script, styles and font', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    assert.deepEqual(policy.split('; '), [
      "default-src 'none'",
      "script-src 'nonce-n0nce'",
      'style-src https://webview.example',
      'font-src https://webview.example',
      "form-action 'none'",
      "base-uri 'none'",
    ]);
  });

  it('has one script, and a file name cannot add another', () => {
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.match(html, /&quot;&gt;&lt;script&gt;/);
  });
});
