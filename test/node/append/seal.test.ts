import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { temporaryFolder } from '../../support/cli.ts';
import { journal, textOf } from '../../support/journal.ts';
import { JournalWriter } from '../../../src/node/append/journalWriter.ts';
import { failure, faulty, outcomes, systemError, writing } from './support.ts';

const lines = journal('start user:é😀 resp:hi');
const whole = textOf(lines.slice(0, 2));
const last = Buffer.from(lines[2] ?? '');

describe('a torn tail', () => {
  const folder = temporaryFolder();
  let count = 0;
  const create = (text: string | Uint8Array) => folder.write(`s${count++}.trace.jsonl`, text);
  const kept = (file: string) =>
    fs
      .readdirSync(folder.path())
      .filter((name) => name.startsWith(path.basename(file)) && name !== path.basename(file))
      .map((name) => [name.slice(path.basename(file).length), fs.readFileSync(folder.path(name), 'latin1')]);
  const at = Buffer.byteLength(whole);

  it('cut at every byte of the last record: kept aside verbatim, and the record is appended once', () => {
    const quick = faulty({ syncData: () => undefined, syncFolder: () => undefined });
    for (let cut = 0; cut <= last.length; cut++) {
      const file = create(Buffer.concat([Buffer.from(whole), last.subarray(0, cut)]));
      const expected = cut === last.length ? 'already-present 2' : 'appended 2';
      assert.deepEqual(
        writing(file, (writer) => outcomes(writer, [last]), quick),
        [expected],
        `cut at ${cut}`,
      );
      assert.equal(fs.readFileSync(file, 'utf8'), textOf(lines), `cut at ${cut}`);
      const aside =
        cut === 0 || cut === last.length ? [] : [[`.torn-${at}`, last.toString('latin1', 0, cut)]];
      assert.deepEqual(kept(file), aside, `cut at ${cut}`);
    }
  });

  const tails: readonly (readonly [string, string, string])[] = [
    ['NUL bytes, as a power cut leaves them', '\0'.repeat(100), '\0'.repeat(100)],
    ['text', 'Killed', 'Killed'],
    ['white space', '  \t', '  \t'],
    ['an unfinished record with a line feed after it', '{"a":1,\n', '{"a":1,\n'],
    ['and with blank lines after that', '{"a":1,\n\n  \n', '{"a":1,\n\n  \n'],
  ];
  for (const [name, tail, aside] of tails)
    it(`${name}: set aside`, () => {
      const file = create(whole + tail);
      writing(file, (writer) => writer.append(last));
      assert.equal(fs.readFileSync(file, 'utf8'), textOf(lines));
      assert.deepEqual(kept(file), [[`.torn-${at}`, aside]]);
    });

  it('a whole last record gets its line feed, and an unfinished one behind it goes', () => {
    const file = create(`${whole}${last.toString()}{"trace`);
    assert.deepEqual(
      writing(file, (writer) => outcomes(writer, [last])),
      ['already-present 2'],
    );
    assert.equal(fs.readFileSync(file, 'utf8'), textOf(lines));
    assert.deepEqual(kept(file), [[`.torn-${at + last.length}`, '{"trace']]);
  });

  it('all that the file holds', () => {
    const file = create('{"trace_version":"0.1.0"');
    assert.deepEqual(
      writing(file, (writer) => outcomes(writer, lines)),
      ['appended 0', 'appended 1', 'appended 2'],
    );
    assert.deepEqual(kept(file), [['.torn-0', '{"trace_version":"0.1.0"']]);
  });

  it('torn again at the same place: each is kept', () => {
    const file = create(whole);
    for (const tail of ['{"a', '{"ab', '{"b', '{"b', '{']) {
      fs.appendFileSync(file, tail);
      JournalWriter.open(file).close();
      assert.equal(fs.readFileSync(file, 'utf8'), whole);
    }
    // What is part of a tail that is kept need not be kept again.
    assert.deepEqual(kept(file), [
      [`.torn-${at}`, '{"ab'],
      [`.torn-${at}-2`, '{"b'],
      [`.torn-${at}-3`, '{'],
    ]);
  });

  it('the kept bytes are as private as the journal', function () {
    if (process.platform === 'win32') this.skip();
    const file = create(`${whole}{"a`);
    fs.chmodSync(file, 0o640);
    const sealed = writing(file, (writer) => writer.sealed ?? '');
    assert.equal(fs.statSync(sealed).mode & 0o777, 0o640);
  });

  const stops: readonly (readonly [string, Parameters<typeof faulty>[0]])[] = [
    ['no room for the kept bytes', { write: () => fail('ENOSPC') }],
    ['no folder to put them into', { createNew: () => fail('EACCES') }],
    ['their name cannot be synchronised', { syncFolder: () => fail('EIO') }],
    ['the journal cannot be shortened', { truncate: () => fail('EIO') }],
  ];
  for (const [name, faults] of stops)
    it(`where it cannot be set aside (${name}) the journal stays as it is`, () => {
      const file = create(`${whole}{"a`);
      assert.notEqual(
        failure(() => JournalWriter.open(file, { ops: faulty(faults) })),
        'none',
      );
      assert.equal(fs.readFileSync(file, 'utf8'), `${whole}{"a`);
      assert.equal(
        writing(file, (writer) => writer.append(last).sequence),
        2,
      );
      assert.deepEqual(kept(file), [[`.torn-${at}`, '{"a']]);
    });
});

function fail(code: string): never {
  throw systemError(code);
}
