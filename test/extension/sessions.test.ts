import assert from 'node:assert/strict';
import { JournalSession, type SessionChange } from '../../src/extension/journalSession.ts';
import { Sessions, type FileUri, type SessionTab } from '../../src/extension/sessions.ts';
import { FakeEngine, readySnapshot, settled } from './fakeEngine.ts';

const uri = (path: string): FileUri => ({ scheme: 'file', fsPath: path, toString: () => `file://${path}` });

describe('JournalSession', () => {
  function session(rows: number) {
    const engine = new FakeEngine(readySnapshot(rows));
    const opened = new JournalSession('file:///a/b.jsonl', '/a/b.jsonl', engine.lease());
    const changes: SessionChange[] = [];
    opened.onDidChange((change) => changes.push(change));
    return { engine, opened, changes };
  }

  it('keeps the cursor within the rows', () => {
    const { opened } = session(3);
    opened.moveCursor(99, 'command');
    assert.equal(opened.cursor, 2);
    opened.moveCursor(-1, 'command');
    assert.equal(opened.cursor, 0);
  });

  it('asks the page to reveal only what the page did not do itself', () => {
    const { opened } = session(9);
    opened.moveCursor(1, 'page');
    assert.equal(opened.revealRequest, 0);
    opened.moveCursor(2, 'text');
    opened.moveCursor(2, 'text');
    assert.equal(opened.revealRequest, 1);
    opened.moveCursor(2, 'command');
    assert.equal(opened.revealRequest, 2);
  });

  it('says nothing when the page tells the row it is on', () => {
    const { opened, changes } = session(9);
    opened.moveCursor(0, 'page');
    assert.deepEqual(changes, []);
  });

  it('leaves the replayed state where it is while only looking', () => {
    const { opened } = session(9);
    opened.moveCursor(5, 'command');
    opened.moveCursor(2, 'look');
    assert.deepEqual([opened.cursor, opened.replayRow], [2, 5]);
    opened.moveCursor(2, 'page');
    assert.deepEqual([opened.cursor, opened.replayRow], [2, 2]);
  });

  it('pulls the cursor back when the file became shorter', () => {
    const { engine, opened } = session(9);
    opened.moveCursor(8, 'command');
    engine.set(readySnapshot(4, 2));
    assert.deepEqual([opened.cursor, opened.replayRow], [3, 3]);
  });

  it('settles when the file is read, the reader dies, or the session closes', async () => {
    const engine = new FakeEngine();
    const opened = new JournalSession('file:///a', '/a', engine.lease());
    let done = 0;
    for (let i = 0; i < 2; i += 1) void opened.whenSettled().then(() => (done += 1));
    await settled();
    assert.equal(done, 0);
    engine.die();
    await settled();
    assert.equal(done, 2);
    engine.alive = true;
    void opened.whenSettled().then(() => (done += 1));
    opened.dispose();
    await settled();
    assert.equal(done, 3);
  });
});

describe('Sessions', () => {
  function desk() {
    let tabs: SessionTab[] = [];
    let returned = 0;
    const sessions = new Sessions(
      () => new FakeEngine(readySnapshot(3)).lease(() => (returned += 1)),
      () => tabs,
    );
    const show = (...shown: readonly (readonly [path: string, state: 'active' | 'visible' | 'hidden'])[]) => {
      tabs = shown.map(([path, state]) => ({
        uri: uri(path),
        active: state === 'active',
        visible: state !== 'hidden',
      }));
      sessions.tabsChanged();
    };
    return { sessions, show, returned: () => returned };
  }

  it('has one session for each file', () => {
    const { sessions } = desk();
    assert.equal(sessions.open(uri('/a')), sessions.open(uri('/a')));
    assert.equal(sessions.all.length, 1);
  });

  it('closes a session when no tab shows its file and nobody holds it', () => {
    const { sessions, show, returned } = desk();
    show(['/a', 'active']);
    const session = sessions.open(uri('/a'));
    show(['/a', 'hidden'], ['/b', 'active']);
    assert.equal(session.closed, false);
    const lease = sessions.hold(uri('/a'));
    show(['/b', 'active']);
    assert.equal(session.closed, false);
    lease.dispose();
    assert.equal(session.closed, true);
    assert.equal(returned(), 1);
    assert.equal(sessions.get(uri('/a')), undefined);
  });

  it('makes the session of the active tab active, and lets it stay while it is on screen', () => {
    const { sessions, show } = desk();
    show(['/a', 'active'], ['/b', 'visible']);
    const [a, b] = [sessions.open(uri('/a')), sessions.open(uri('/b'))];
    assert.equal(sessions.active, a);
    show(['/a', 'visible'], ['/other', 'active'], ['/b', 'visible']);
    assert.equal(sessions.active, a);
    show(['/a', 'visible'], ['/b', 'active']);
    assert.equal(sessions.active, b);
    show(['/a', 'hidden'], ['/b', 'hidden'], ['/other', 'active']);
    assert.equal(sessions.active, undefined);
  });

  it('tells of a change of the active session once', () => {
    const { sessions, show } = desk();
    const heard: (string | undefined)[] = [];
    sessions.onDidChangeActive((session) => heard.push(session?.name));
    show(['/x/a.jsonl', 'active']);
    sessions.open(uri('/x/a.jsonl'));
    show(['/x/a.jsonl', 'active']);
    show();
    assert.deepEqual(heard, ['a.jsonl', undefined]);
  });
});
