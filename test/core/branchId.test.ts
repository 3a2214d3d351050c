import assert from 'node:assert/strict';
import { branchIdFault, defaultBranchId } from '../../src/core/branchId.ts';

const IDS: readonly (readonly [id: string, fault: ReturnType<typeof branchIdFault>])[] = [
  ['other-way', undefined],
  ['A', undefined],
  ['7', undefined],
  ['v1.2_final-b', undefined],
  ['x'.repeat(100), undefined],
  ['', 'empty'],
  [' ', 'empty'],
  ['\t\n', 'empty'],
  ['x'.repeat(101), 'too-long'],
  // Of another folder, or of none.
  ['a/b', 'unsafe'],
  ['a\\b', 'unsafe'],
  ['/etc/passwd', 'unsafe'],
  ['..', 'unsafe'],
  ['../up', 'unsafe'],
  ['a..b', 'unsafe'],
  ['C:x', 'unsafe'],
  ['a:stream', 'unsafe'],
  // Hidden, an option, or changed by the file system.
  ['.hidden', 'unsafe'],
  ['-rf', 'unsafe'],
  ['_x', 'unsafe'],
  ['ends.', 'unsafe'],
  ['ends ', 'unsafe'],
  [' starts', 'unsafe'],
  ['a b', 'unsafe'],
  ['a\n', 'unsafe'],
  ['a\u0000b', 'unsafe'],
  ['a*', 'unsafe'],
  ['a?', 'unsafe'],
  ['a|b', 'unsafe'],
  ['a"b', 'unsafe'],
  ['ä', 'unsafe'],
  ['a\u202eb', 'unsafe'],
  ['😀', 'unsafe'],
  // Devices on Windows, with any ending.
  ['con', 'reserved'],
  ['NUL', 'reserved'],
  ['aux.txt', 'reserved'],
  ['Com1', 'reserved'],
  ['lpt9.x', 'reserved'],
  ['console', undefined],
  ['com10', undefined],
  ['my-con', undefined],
];

describe('branchIdFault', () => {
  for (const [id, fault] of IDS) {
    const name = id.length > 40 ? `${id.length} characters` : JSON.stringify(id);
    it(`${name}: ${fault ?? 'fine'}`, () => assert.equal(branchIdFault(id), fault));
  }
});

describe('defaultBranchId', () => {
  const offers = (...taken: readonly string[]) => defaultBranchId(7, new Set(taken));

  it('offers the first that is not taken, and one that is no fault', () => {
    assert.equal(offers(), 'branch-at-7');
    assert.equal(offers('branch-at-7'), 'branch-at-7-2');
    assert.equal(offers('branch-at-7', 'branch-at-7-2'), 'branch-at-7-3');
    assert.equal(offers('branch-at-7-2'), 'branch-at-7');
    assert.equal(branchIdFault(offers('branch-at-7')), undefined);
  });
});
