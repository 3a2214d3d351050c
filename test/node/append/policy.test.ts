// The table of docs/append.md: what becomes of a record, by what the journal already has. One test per cell.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { temporaryFolder } from '../../support/cli.ts';
import { altered, eventOf, journal, textOf } from '../../support/journal.ts';
import { AppendRejected } from '../../../src/node/append/errors.ts';
import { JournalWriter } from '../../../src/node/append/journalWriter.ts';
import { errorsOf, failure, faulty, outcomes, systemError, writing } from './support.ts';

const lines = journal('start user:hello req resp:hi stop');
const [first = '', second = '', third = '', fourth = ''] = lines;
const conflicting = altered(second, { payload: { content: 'something else' } });
/** The same event with its members in another order, white space and another escape. */
const spelled = JSON.stringify(Object.fromEntries(Object.entries(eventOf(second)).reverse()), null, 1)
  .replaceAll('\n', '')
  .replace('hello', 'h\\u0065llo');

describe('the policy of append: what becomes of a record', () => {
  const folder = temporaryFolder();
  let file = '';
  let count = 0;
  beforeEach(() => (file = folder.write(`${count++}.trace.jsonl`, textOf([first, second]))));
  const text = () => fs.readFileSync(file, 'utf8');

  describe('a new id', () => {
    it('that fits: appended, and on the disk before it is acknowledged', () => {
      const done: string[] = [];
      const ops = faulty({
        write: (descriptor, bytes) => (done.push('write'), fs.writeSync(descriptor, bytes)),
        syncData: (descriptor) => (fs.fdatasyncSync(descriptor), done.push('sync')),
      });
      writing(
        file,
        (writer) => {
          done.length = 0;
          const offset = fs.statSync(file).size;
          assert.deepEqual(writer.append(third), { status: 'appended', sequence: 2, offset, durable: true });
          assert.deepEqual(done, ['write', 'sync']);
        },
        ops,
      );
      assert.equal(text(), textOf([first, second, third]));
    });

    it('that breaks a rule: rejected with the rule, nothing written', () => {
      writing(file, (writer) => {
        assert.throws(
          () => writer.append(fourth),
          (error) => error instanceof AppendRejected && error.violation.code === 'sequence-gap',
        );
        assert.equal(text(), textOf([first, second]));
        assert.equal(writer.append(third).sequence, 2, 'and the next one may follow');
      });
    });
  });

  describe('an id that the journal has', () => {
    it('the same event: acknowledged with its first place, nothing written', () => {
      writing(file, (writer) => {
        const offset = Buffer.byteLength(first) + 1;
        const again = { status: 'already-present', sequence: 1, offset, durable: true };
        assert.deepEqual(writer.append(second), again);
        assert.deepEqual(writer.append(spelled), again, 'also when it is spelled in another way');
      });
      assert.equal(text(), textOf([first, second]));
    });

    it('another event: rejected, nothing written', () => {
      assert.deepEqual(
        writing(file, (writer) => outcomes(writer, [conflicting])),
        ['rejected event-id-conflict'],
      );
      assert.equal(text(), textOf([first, second]));
    });

    it('the same number is no exception: 1 and 1.0 are two values', () => {
      const [number, float] = ['1', '1.0'].map((n) =>
        altered(third, { payload: { n: 7 } }).replace('7}', `${n}}`),
      );
      assert.deepEqual(
        writing(file, (writer) => outcomes(writer, [number ?? '', number ?? '', float ?? ''])),
        ['appended 2', 'already-present 2', 'rejected event-id-conflict'],
      );
    });
  });

  describe('a retry', () => {
    it('within one batch: written once, acknowledged twice', () => {
      assert.deepEqual(
        writing(file, (writer) => outcomes(writer, [third, third, fourth, third])),
        ['appended 2', 'already-present 2', 'appended 3', 'already-present 2'],
      );
      assert.equal(text(), textOf([first, second, third, fourth]));
    });

    it('after a crash before the write: appended', () => {
      JournalWriter.open(file).close();
      assert.deepEqual(
        writing(file, (writer) => outcomes(writer, [third])),
        ['appended 2'],
      );
    });

    for (let kept = 0; kept <= third.length; kept += 97)
      it(`after a crash in the write, with ${kept} bytes of it there: appended, once and whole`, () => {
        fs.appendFileSync(file, third.slice(0, kept));
        assert.deepEqual(
          writing(file, (writer) => outcomes(writer, [third])),
          ['appended 2'],
        );
        assert.equal(text(), textOf([first, second, third]));
      });

    it('after a crash between the write and the acknowledgement: already present, and synchronised first', () => {
      fs.appendFileSync(file, `${third}\n`);
      let synchronised = 0;
      const ops = faulty({ syncData: (descriptor) => (fs.fdatasyncSync(descriptor), synchronised++) });
      const writer = JournalWriter.open(file, { ops });
      assert.equal(synchronised, 1);
      assert.deepEqual(outcomes(writer, [third]), ['already-present 2']);
      writer.close();
      assert.equal(text(), textOf([first, second, third]));
    });

    it('of a whole batch of which only a part was written: the rest is', () => {
      fs.appendFileSync(file, `${third}\n${fourth.slice(0, 50)}`);
      assert.deepEqual(
        writing(file, (writer) => outcomes(writer, [second, third, fourth])),
        ['already-present 1', 'already-present 2', 'appended 3'],
      );
      assert.equal(text(), textOf([first, second, third, fourth]));
    });

    it('after a synchronisation that failed: the record was taken back, so it is written again', () => {
      let fails = false;
      const ops = faulty({
        syncData(descriptor) {
          if (fails) throw systemError('EIO');
          fs.fdatasyncSync(descriptor);
        },
      });
      const writer = JournalWriter.open(file, { ops });
      fails = true;
      assert.equal(
        failure(() => writer.append(third)),
        'io-error',
      );
      assert.equal(text(), textOf([first, second]));
      assert.equal(
        failure(() => writer.append(third)),
        'closed',
        'a writer that failed writes no more',
      );
      assert.deepEqual(
        writing(file, (next) => outcomes(next, [third])),
        ['appended 2'],
      );
      assert.deepEqual(errorsOf(file), []);
    });
  });
});
