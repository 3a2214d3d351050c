import assert from 'node:assert/strict';
import { api, closeAll, eventually, openJournal, sample } from './support.ts';

/** Worker threads of this extension host. */
function threads(): number {
  const report: { workers?: readonly unknown[] } = process.report.getReport();
  return report.workers?.length ?? 0;
}

describe('what the extension leaves behind', () => {
  before(closeAll);

  it('is no thread and no session once the editors are closed', async () => {
    await eventually(async () => assert.deepEqual((await api()).sessions.all, []));
    const idle = await eventually(() => {
      const now = threads();
      assert.equal(now, 0);
      return now;
    });
    await openJournal(sample('session.trace.jsonl'));
    assert.equal(threads(), idle + 1);
    await openJournal(sample('session.trace.jsonl'));
    assert.equal(threads(), idle + 1);
    await closeAll();
    await eventually(() => assert.equal(threads(), idle));
  });
});
