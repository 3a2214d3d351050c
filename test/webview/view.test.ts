import assert from 'node:assert/strict';
import { JOURNALS } from '../../src/webview/standalone/journals.ts';
import { sharesFrom } from '../../src/webview/splitter.ts';
import { viewOf } from '../../src/webview/view.ts';

describe('viewOf', () => {
  const views: Readonly<Record<string, string>> = {
    good: 'journal',
    broken: 'journal',
    growing: 'journal',
    reading: 'reading',
    unknown: 'unknown',
    empty: 'empty',
    failed: 'failed',
  };
  for (const [name, view] of Object.entries(views)) {
    it(`shows the ${name} journal as ${view}`, () => {
      const journal = JOURNALS[name]?.();
      assert.ok(journal);
      assert.equal(viewOf(journal.state), view);
    });
  }

  it('shows the rows that could be read before a failure', () => {
    const state = JOURNALS['failed']?.().state;
    assert.ok(state);
    assert.equal(viewOf({ ...state, snapshot: { ...state.snapshot, rows: 10 } }), 'journal');
  });
});

describe('sharesFrom', () => {
  const defaults = { side: 40, below: 45 };
  it('takes what was remembered', () => {
    assert.deepEqual(sharesFrom({ shares: { side: 30, below: 60 } }), { side: 30, below: 60 });
  });
  for (const junk of [
    null,
    undefined,
    7,
    {},
    { shares: null },
    { shares: { side: '30', below: Number.NaN } },
  ]) {
    it(`takes the defaults for ${JSON.stringify(junk)}`, () => assert.deepEqual(sharesFrom(junk), defaults));
  }
  it('refuses sizes that would hide a pane', () => {
    assert.deepEqual(sharesFrom({ shares: { side: 2, below: 99 } }), defaults);
  });
});
