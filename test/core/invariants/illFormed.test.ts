// A byte that is no UTF-8 makes a member unreadable, wherever it stands: that is one fault, and what the member says to
// the reader is no second one.

import assert from 'node:assert/strict';
import { codes, journal, spoil } from '../../support/journal.ts';

const lines = journal(
  'start user:hello req chunk:a final:ab call:c1 result:c1 req resp:bye stop:completed replay:10 branch:2',
);
const MEMBERS = [
  'session-1',
  'run-1',
  '2026-08-10',
  'evt-',
  '0.1.0',
  'test-1',
  'sdk',
  'fake',
  'clean',
  'kind',
  'payload',
  'provenance',
];

describe('ill-formed bytes: one fault, whatever they spoil', () => {
  for (const member of MEMBERS)
    for (const [at, line] of lines.entries())
      if (line.includes(member))
        it(`${member} in line ${at + 1}`, () => {
          const [first, ...more] = codes(spoil(lines, at, member));
          assert.equal(first, `utf8-invalid@${at + 1}`);
          // An id that cannot be read may be the parent that the next event names.
          assert.deepEqual(more, []);
        });

  for (const type of ['session.start', 'tool.request', 'tool.result', 'model.response', 'session.stop'])
    it(`the type ${type}`, () => {
      const at = lines.findLastIndex((line) => line.includes(type));
      assert.deepEqual(codes(spoil(lines, at, type)), [`utf8-invalid@${at + 1}`]);
    });

  for (const [word, at] of [
    ['c1', 5],
    ['c1', 6],
    ['final', 4],
    ['completed', 9],
  ] as const)
    it(`${word} in the payload of line ${at + 1}`, () => {
      assert.deepEqual(codes(spoil(lines, at, word)), [`utf8-invalid@${at + 1}`]);
    });
});
