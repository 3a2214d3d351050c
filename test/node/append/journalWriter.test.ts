import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { temporaryFolder } from '../../support/cli.ts';
import {
  altered,
  bytesOf,
  edit,
  journal,
  splice,
  textOf,
  type Changes,
  type Lines,
} from '../../support/journal.ts';
import { AppendFailed, AppendRejected } from '../../../src/node/append/errors.ts';
import { JournalWriter } from '../../../src/node/append/journalWriter.ts';
import { diskOf, errorsOf, failure, faulty, linesOf, outcomes, systemError, writing } from './support.ts';

const lines = journal('start user:hello req resp:hi call:c1 result:c1 stop:done');
const next = lines[3] ?? '';

describe('JournalWriter', () => {
  const folder = temporaryFolder();
  let file = '';
  let count = 0;
  const create = (input: Lines | string = lines.slice(0, 3)) =>
    (file = folder.write(`w${count++}.trace.jsonl`, textOf(input)));
  beforeEach(() => create());

  it('makes a missing journal, for its owner alone, with its name on the disk', () => {
    const missing = folder.path('new.trace.jsonl');
    const synchronised: string[] = [];
    const ops = faulty({ syncFolder: (name) => synchronised.push(name) });
    assert.deepEqual(
      writing(missing, (writer) => outcomes(writer, lines), ops),
      lines.map((_, i) => `appended ${i}`),
    );
    assert.equal(fs.readFileSync(missing, 'utf8'), textOf(lines));
    assert.deepEqual(synchronised, [fs.realpathSync(folder.path())]);
    if (process.platform !== 'win32') assert.equal(fs.statSync(missing).mode & 0o777, 0o600);
  });

  it('or does not, where the caller wants one that is there', () => {
    assert.equal(
      failure(() => JournalWriter.open(folder.path('none.jsonl'), { create: false })),
      'no-folder',
    );
    assert.deepEqual(
      fs.readdirSync(folder.path()).filter((name) => name.startsWith('none')),
      [],
    );
  });

  it('writes the record as it was given, without the white space around it', () => {
    const odd = altered(next, { payload: { content: 'é\u2028😀' } }).replace('{', '{ ');
    writing(file, (writer) => writer.append(`  ${odd}\t\r`));
    assert.equal(linesOf(file)[3], odd);
  });

  it('a batch: one synchronisation, one write, all acknowledged', () => {
    const done: string[] = [];
    const ops = faulty({
      write: (descriptor, bytes) => (done.push('write'), fs.writeSync(descriptor, bytes)),
      syncData: (descriptor) => (fs.fdatasyncSync(descriptor), done.push('sync')),
    });
    const offsets = writing(
      file,
      (writer) => {
        done.length = 0;
        return writer.appendMany(lines.slice(3)).map((outcome) => 'offset' in outcome && outcome.offset);
      },
      ops,
    );
    assert.deepEqual(done, ['write', 'sync']);
    const text = fs.readFileSync(file);
    assert.deepEqual(
      offsets,
      lines.slice(3).map((line) => text.indexOf(line)),
    );
  });

  it('a rejected record of a batch does not stop the others', () => {
    assert.deepEqual(
      writing(file, (writer) => outcomes(writer, ['{', next, next.replace('hi', 'ho'), lines[4] ?? ''])),
      ['rejected record-torn', 'appended 3', 'rejected event-id-conflict', 'appended 4'],
    );
  });

  it('records larger than one write', () => {
    const large = altered(next, { payload: { content: 'x'.repeat(3 << 20) } });
    writing(file, (writer) => outcomes(writer, [large, lines[4] ?? '']));
    assert.deepEqual([errorsOf(file), linesOf(file)[3] === large], [[], true]);
  });

  describe('turns away what would break a rule', () => {
    const changed = (changes: Changes) => altered(next, changes);
    const cases: readonly (readonly [string, string | Uint8Array, string])[] = [
      ['a sequence that is used', changed({ sequence: 1 }), 'sequence-repeat'],
      ['a sequence that leaves a gap', changed({ sequence: 4 }), 'sequence-gap'],
      ['no sequence', changed({ sequence: undefined }), 'schema'],
      ['another session', changed({ session_id: 'session-2' }), 'session-mixed'],
      ['another run', changed({ provenance: { run_id: 'run-2' } }), 'run-mixed'],
      ['a parent that is not there', changed({ parent_event_id: 'evt-009' }), 'parent-unknown'],
      ['itself as its parent', changed({ parent_event_id: 'evt-003' }), 'parent-self'],
      ['no payload', changed({ payload: undefined }), 'schema'],
      ['a day that does not exist', changed({ timestamp: '2026-02-30T00:00:00Z' }), 'schema'],
      ['another version', changed({ trace_version: '0.2.0' }), 'trace-version-unsupported'],
      ['an unknown type that could change the state', changed({ type: 'user.edit' }), 'event-type-unknown'],
      ['half of a surrogate pair', next.replace('hi', '\\ud800'), 'lone-surrogate'],
      ['a key twice', next.replace('"sequence":3', '"sequence":3,"sequence":3'), 'duplicate-key'],
      ['a key twice, deep inside', next.replace('"content"', '"x":{"a":1,"a":1},"content"'), 'duplicate-key'],
      ['bytes that are no UTF-8', Buffer.from(next.replace('hi', '\u00ff'), 'latin1'), 'utf8-invalid'],
      ['NUL bytes', `${next}\0`, 'nul-bytes'],
      ['NaN', next.replace('"hi"', 'NaN'), 'json-invalid'],
      ['two records', next + (lines[4] ?? ''), 'records-glued'],
      ['a line feed inside', next.replace(',', ',\n'), 'record-split'],
      ['a byte order mark', `\ufeff${next}`, 'bom'],
      ['half a record', next.slice(0, 80), 'record-torn'],
      ['text after it', `${next} x`, 'json-invalid'],
      ['an array', '[]', 'json-not-object'],
      ['nothing', '', 'json-invalid'],
      ['an object that is no event', '{"a":1}', 'schema'],
    ];
    for (const [name, record, code] of cases)
      it(`${name}: ${code}`, () => {
        const before = fs.readFileSync(file);
        writing(file, (writer) => {
          assert.throws(
            () => writer.append(record),
            (error) => error instanceof AppendRejected && error.violation.code === code,
          );
          assert.deepEqual(fs.readFileSync(file), before);
          assert.equal(writer.append(next).sequence, 3, 'what follows is judged anew');
        });
      });

    it('the first event starts at 0', () => {
      const empty = create('');
      assert.deepEqual(
        writing(empty, (writer) => outcomes(writer, [lines[1] ?? '', lines[0] ?? ''])),
        ['rejected sequence-start', 'appended 0'],
      );
    });
  });

  const odd: readonly (readonly [string, Changes])[] = [
    ['a clock that went back', { timestamp: '2020-01-01T00:00:00Z' }],
    ['an unknown field', { extra: 1 }],
    ['an unknown type that changes no state', { type: 'vendor.note' }],
    ['an earlier parent', { parent_event_id: 'evt-000' }],
    ['no parent', { parent_event_id: undefined }],
  ];
  for (const [name, changes] of odd)
    it(`takes what is odd, but a fact: ${name}`, () => {
      writing(file, (writer) => writer.append(altered(next, changes)));
      assert.deepEqual(errorsOf(file), []);
    });

  const unsound: readonly (readonly [string, Lines])[] = [
    ['a gap', splice(lines, 2, 1)],
    ['another session', edit(lines, 2, { session_id: 'x' })],
    ['an unknown parent', edit(lines, 2, { parent_event_id: 'x' })],
    ['a torn record inside', splice(lines, 2, 0, next.slice(0, 50))],
    ['other JSON lines', ['{"a":1}']],
    ['two records on the last line', []],
  ];
  for (const [name, input] of unsound)
    it(`leaves a journal alone that is not sound: ${name}`, () => {
      create(
        input.length === 0
          ? `${textOf(lines.slice(0, 3))}${next}${lines[4] ?? ''}`
          : textOf(input) + next.slice(0, 40),
      );
      const before = fs.readFileSync(file);
      assert.equal(
        failure(() => JournalWriter.open(file)),
        'journal-unsound',
      );
      assert.deepEqual(fs.readFileSync(file), before);
      const names = fs.readdirSync(folder.path()).filter((other) => other.startsWith(file.slice(-14)));
      assert.deepEqual(names.length <= 1, true, 'no lock, and nothing set aside');
    });

  describe('a disk that fails', () => {
    const before = bytesOf(lines.slice(0, 3));
    for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'])
      for (const room of [0, 1, next.length, next.length + 1, next.length + 50])
        it(`${code} after ${room} bytes: a failure, and the file as it was`, () => {
          const writer = JournalWriter.open(file, { ops: faulty(diskOf(room, code)) });
          const reasons = { ENOSPC: 'no-space', EDQUOT: 'no-space', EFBIG: 'size-limit', EIO: 'io-error' };
          const whole = failure(() => writer.appendMany([next, lines[4] ?? '']));
          assert.equal(whole, Object.entries(reasons).find(([name]) => name === code)?.[1]);
          assert.deepEqual(new Uint8Array(fs.readFileSync(file)), before);
          assert.ok(!fs.existsSync(`${file}.lock`));
        });

    it('one that cannot even take back: a torn tail, which the next writer seals', () => {
      const fail = () => {
        throw systemError('EIO');
      };
      const writer = JournalWriter.open(file, { ops: faulty({ ...diskOf(70, 'EIO'), truncate: fail }) });
      assert.equal(
        failure(() => writer.append(next)),
        'io-error',
      );
      assert.equal(fs.statSync(file).size, before.length + 70);
      const sealed = writing(file, (after) => (after.append(next), after.sealed ?? ''));
      assert.equal(fs.readFileSync(sealed, 'utf8'), next.slice(0, 70));
      assert.equal(fs.readFileSync(file, 'utf8'), textOf(lines.slice(0, 4)));
    });

    it('a write that returns short is continued, and the record is whole', () => {
      const ops = faulty({ write: (descriptor, bytes) => fs.writeSync(descriptor, bytes.subarray(0, 10)) });
      writing(file, (writer) => writer.append(next), ops);
      assert.equal(fs.readFileSync(file, 'utf8'), textOf(lines.slice(0, 4)));
    });

    for (const code of ['EINVAL', 'ENOTSUP'])
      it(`one that promises nothing (${code}) is refused before anything is written`, () => {
        const ops = faulty({
          syncData: () => {
            throw systemError(code);
          },
        });
        assert.equal(
          failure(() => JournalWriter.open(file, { ops })),
          'not-durable',
        );
        assert.deepEqual(new Uint8Array(fs.readFileSync(file)), before);
      });
  });

  it('folders, devices and pipes are refused', function () {
    if (process.platform === 'win32') this.skip();
    assert.equal(
      failure(() => JournalWriter.open(folder.path())),
      'not-a-file',
    );
    assert.equal(
      failure(() => JournalWriter.open('/dev/null')),
      'not-a-file',
    );
    assert.equal(
      failure(() => JournalWriter.open(folder.path('no/where.jsonl'))),
      'no-folder',
    );
  });

  describe('somebody else', () => {
    it('who writes to the journal: noticed before the next record, and nothing is written', () => {
      const writer = JournalWriter.open(file);
      fs.appendFileSync(file, 'x');
      assert.throws(
        () => writer.append(next),
        (error) => error instanceof AppendFailed && error.failure.reason === 'journal-changed',
      );
      assert.equal(fs.readFileSync(file, 'utf8'), `${textOf(lines.slice(0, 3))}x`);
    });

    it('who puts another file in its place', () => {
      const writer = JournalWriter.open(file);
      fs.renameSync(file, `${file}.old`);
      fs.copyFileSync(`${file}.old`, file);
      assert.equal(
        failure(() => writer.append(next)),
        'journal-changed',
      );
      assert.equal(fs.readFileSync(file, 'utf8'), textOf(lines.slice(0, 3)));
    });

    it('who deletes the lock', () => {
      const writer = JournalWriter.open(file);
      fs.rmSync(`${file}.lock`);
      assert.equal(
        failure(() => writer.append(next)),
        'lock-lost',
      );
    });

    it('who takes the lock then: theirs is left alone', () => {
      const writer = JournalWriter.open(file);
      fs.rmSync(`${file}.lock`);
      const other = JournalWriter.open(file);
      assert.equal(
        failure(() => writer.append(next)),
        'lock-lost',
      );
      assert.equal(other.append(next).sequence, 3);
      other.close();
    });
  });

  it('many events: every earlier one is found again', () => {
    const many = journal(`start ${'metric '.repeat(3000)}stop`);
    create('');
    writing(file, (writer) => {
      for (let from = 0; from < many.length; from += 500) writer.appendMany(many.slice(from, from + 500));
      const again = writer.appendMany(many);
      assert.ok(again.every((outcome, i) => outcome.status === 'already-present' && outcome.sequence === i));
    });
    writing(file, (writer) => {
      assert.deepEqual(outcomes(writer, [many[1234] ?? '', many.at(-1) ?? '']), [
        'already-present 1234',
        'already-present 3001',
      ]);
    });
    assert.equal(fs.readFileSync(file, 'utf8'), textOf(many));
  });
});
