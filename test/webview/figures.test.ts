import assert from 'node:assert/strict';
import { clockTime, counted, size } from '../../src/webview/figures.ts';

describe('figures', () => {
  it('writes sizes', () => {
    assert.deepEqual(
      [0, 1, 1023, 1024, 1536, 39_845_888, 1024 ** 4 * 3000].map((bytes) => size(bytes)),
      ['0 bytes', '1 byte', '1,023 bytes', '1 KB', '1.5 KB', '38 MB', '3,000 TB'],
    );
  });

  it('writes counts with their noun', () => {
    assert.deepEqual([counted(1, 'event'), counted(2000, 'event')], ['1 event', '2,000 events']);
  });

  it('shows the clock as recorded, to the millisecond, and any other text as it is', () => {
    assert.equal(clockTime('2026-08-10T00:00:01Z'), '00:00:01');
    assert.equal(clockTime('2026-08-10t23:59:59.123456+02:00'), '23:59:59.123');
    assert.equal(clockTime('yesterday'), 'yesterday');
  });
});
