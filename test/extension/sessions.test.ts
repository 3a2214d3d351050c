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

describe('a session that follows its file', () => {
  type Found = 'unchanged' | 'grown' | 'reread';

  /** A session whose engine gives these answers in turn. */
  function following(...answers: readonly Found[]) {
    let asked = 0;
    const engine = new FakeEngine(readySnapshot(3), { follow: () => answers[asked++] ?? 'unchanged' });
    const opened = new JournalSession('file:///a', '/a', engine.lease());
    let done = false;
    const followed = opened.follow().then(() => (done = true));
    return { engine, opened, followed, asked: () => asked, done: () => done };
  }
  const reading = (rows: number) => ({
    ...readySnapshot(rows),
    state: { kind: 'reading', bytesRead: 1, bytesTotal: 2 } as const,
  });
  const times = async (count: number) => {
    for (let i = 0; i < count; i++) await settled();
  };

  it('unchanged: nothing more happens', async () => {
    const { engine, followed, asked } = following('unchanged');
    await followed;
    assert.deepEqual([asked(), engine.restarts], [1, 0]);
  });

  it('grown: waits until that is in view, and asks once more for what came meanwhile', async () => {
    const { engine, followed, asked, done } = following('grown');
    await times(3);
    assert.deepEqual([asked(), done()], [1, false], 'the old snapshot says ready, but not of this');
    engine.set(reading(4));
    await times(3);
    assert.deepEqual([asked(), done()], [1, false]);
    engine.set(readySnapshot(5));
    await followed;
    assert.deepEqual([asked(), engine.restarts], [2, 0]);
  });

  it('a file that grows all the time is not followed for ever by one look', async () => {
    const { engine, followed, asked } = following('grown', 'grown', 'grown', 'grown');
    for (let rows = 4; rows < 8; rows++) {
      await times(3);
      engine.set(readySnapshot(rows));
    }
    await followed;
    assert.equal(asked(), 2);
  });

  it('cut while it was read on: reads it anew', async () => {
    const { engine, followed } = following('grown', 'reread');
    await times(3);
    engine.set(readySnapshot(5));
    await times(3);
    assert.equal(engine.restarts, 1);
    engine.set(readySnapshot(2, 2));
    await followed;
  });

  it('reread: reads it anew, and waits for that', async () => {
    const { engine, followed, done } = following('reread');
    await times(3);
    assert.deepEqual([engine.restarts, done()], [1, false]);
    engine.set(readySnapshot(3));
    await times(3);
    assert.equal(done(), false, 'still the old reading');
    engine.set(readySnapshot(1, 2));
    await followed;
  });

  it('failed before: reads it anew without asking', async () => {
    for (const fail of [
      (engine: FakeEngine) => engine.die(),
      (engine: FakeEngine) =>
        engine.set({ ...readySnapshot(0), state: { kind: 'failed', reason: 'not-found', detail: '' } }),
    ]) {
      const engine = new FakeEngine(readySnapshot(3));
      const opened = new JournalSession('file:///a', '/a', engine.lease());
      fail(engine);
      const followed = opened.follow();
      assert.equal(engine.restarts, 1);
      engine.alive = true;
      engine.set(readySnapshot(3, 2));
      await followed;
    }
  });

  it('fails, dies or closes meanwhile: waits no more, and asks no more', async () => {
    const ends: readonly ((engine: FakeEngine, opened: JournalSession) => void)[] = [
      (engine) => engine.die(),
      (engine) =>
        engine.set({ ...readySnapshot(0), state: { kind: 'failed', reason: 'io-error', detail: '' } }),
      (_engine, opened) => opened.dispose(),
    ];
    for (const end of ends) {
      const { engine, opened, followed, asked } = following('grown');
      await times(3);
      end(engine, opened);
      await followed;
      assert.deepEqual([asked(), engine.restarts], [1, 0]);
    }
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
