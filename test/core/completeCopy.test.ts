import assert from 'node:assert/strict';
import { isCompleteCopy } from '../../src/core/completeCopy.ts';
import { bytesOf } from '../support/journal.ts';

const RECORD = '{"type":"message","text":"as it should be"}';

describe('a fragment and a record', () => {
  const rows: readonly (readonly [string, string, string, boolean])[] = [
    ['its beginning', RECORD.slice(0, 25), RECORD, true],
    ['all of it but the end', RECORD.slice(0, -1), RECORD, true],
    ['another text', RECORD.slice(0, 25).replace('text', 'tex'), RECORD, false],
    ['another last byte', `${RECORD.slice(0, 24)}?`, RECORD, false],
    ['longer than the record', `${RECORD} `, RECORD, false],
    ['too short to tell', RECORD.slice(0, 10), RECORD, false],
    ['nothing', '', RECORD, false],
  ];
  for (const [name, fragment, record, expected] of rows)
    it(`${name}: ${expected}`, () =>
      assert.equal(isCompleteCopy(bytesOf(fragment), bytesOf(record)), expected));
});
