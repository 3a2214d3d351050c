import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as z from 'zod';
import { bundle } from '../support/built.ts';
import { cli, temporaryFolder } from '../support/cli.ts';
import { altered, journal, textOf } from '../support/journal.ts';
import { harmful } from '../wording/sentence.ts';

const answer = z.strictObject({
  status: z.enum(['appended', 'already-present', 'rejected']),
  event_id: z.string().nullable(),
  sequence: z.int().nullable(),
  offset: z.int().nullable(),
  durable: z.boolean(),
  reason: z.string().optional(),
});

function answersOf(out: string): z.infer<typeof answer>[] {
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => answer.parse(JSON.parse(line)));
}

const lines = journal('start user:hello req resp:hi stop:done');

describe('append', () => {
  const folder = temporaryFolder();
  let count = 0;
  let file = '';
  beforeEach(() => (file = folder.path(`a${count++}.trace.jsonl`)));
  const text = () => fs.readFileSync(file, 'utf8');
  const append = (input: string | Uint8Array) => {
    const { code, out, err } = cli(['append', file], { input });
    return { code, err, answers: answersOf(out) };
  };

  it('creates the journal, and answers each event in order, with its place', () => {
    const { code, err, answers } = append(textOf(lines));
    assert.deepEqual([code, err], [0, '']);
    assert.equal(text(), textOf(lines));
    assert.deepEqual(
      answers,
      lines.map((line, sequence) => ({
        status: 'appended',
        event_id: `evt-00${sequence}`,
        sequence,
        offset: Buffer.from(text()).indexOf(line),
        durable: true,
      })),
    );
    assert.deepEqual(
      fs.readdirSync(folder.path()).filter((name) => name.includes('.lock')),
      [],
    );
  });

  it('names the members of an answer in the order of the contract', () => {
    const { out } = cli(['append', file], { input: textOf(lines) });
    assert.match(
      out,
      /^\{"status":"appended","event_id":"evt-000","sequence":0,"offset":0,"durable":true\}\n/,
    );
  });

  it('a retry of everything: 0, and nothing is written', () => {
    append(textOf(lines));
    const { code, answers } = append(textOf(lines));
    assert.equal(code, 0);
    assert.ok(answers.every(({ status, durable }) => status === 'already-present' && durable));
    assert.equal(text(), textOf(lines));
  });

  it('what breaks a rule: 1, its code and a sentence; the others are taken', () => {
    const wrong = altered(lines[2], { sequence: 7, event_id: 'evt-007' });
    const { code, answers } = append(
      `${lines[0]}\n${wrong}\n{"torn":\n\n  \n[]\nnot json\n${lines[1]}\r\n${altered(lines[1], { payload: { content: 'x' } })}\n`,
    );
    assert.equal(code, 1);
    assert.deepEqual(
      answers.map(({ status, event_id: id, reason = '' }) => [status, id, reason.split(':')[0]]),
      [
        ['appended', 'evt-000', ''],
        ['rejected', 'evt-007', 'sequence-gap'],
        ['rejected', null, 'record-torn'],
        ['rejected', null, 'json-not-object'],
        ['rejected', null, 'json-invalid'],
        ['appended', 'evt-001', ''],
        ['rejected', 'evt-001', 'event-id-conflict'],
      ],
    );
    assert.match(answers[1]?.reason ?? '', /^sequence-gap: Sequence gap: found 7, expected 1\./);
    assert.equal(text(), textOf(lines.slice(0, 2)));
  });

  it('no input, and input without a last line feed', () => {
    assert.deepEqual(append(''), { code: 0, err: '', answers: [] });
    assert.equal(text(), '');
    assert.deepEqual([append(lines[0] ?? '').code, text()], [0, `${lines[0]}\n`]);
  });

  it('hostile input is answered, on one line', () => {
    const { code, answers } = append(
      `${'['.repeat(200_000)}\n${'\0'.repeat(999)}\n\x1b[2J\u2028\n{"__proto__":{"x":1}}\n`,
    );
    assert.deepEqual([code, answers.length], [1, 4]);
    for (const { reason = '' } of answers) assert.deepEqual(harmful(reason), []);
  });

  it('a line without an end is not kept in memory', function () {
    this.timeout(60_000);
    const long = Buffer.alloc(65 << 20, 0x20);
    long[0] = 0x7b;
    const { answers, code } = append(Buffer.concat([long, Buffer.from(`\n${lines[0]}\n`)]));
    assert.deepEqual([code, answers.map(({ status }) => status)], [1, ['rejected', 'appended']]);
    assert.match(answers[0]?.reason ?? '', /^record-too-long: /);
  });

  it('as a live pipe: each event is answered as it comes', async () => {
    const child = spawn(process.execPath, [bundle('cli.js'), 'append', file]);
    for (const [sequence, line] of lines.entries()) {
      const answered = new Promise<string>((resolve) =>
        child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
      );
      child.stdin.write(`${line}\n`);
      assert.equal(answersOf(await answered)[0]?.sequence, sequence);
      assert.equal(text(), textOf(lines.slice(0, sequence + 1)), 'it is there when it is answered');
    }
    child.stdin.end();
    assert.equal(await new Promise((resolve) => child.once('close', resolve)), 0);
  });

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    it(`${signal} leaves no lock behind`, async function () {
      if (process.platform === 'win32') this.skip();
      const child = spawn(process.execPath, [bundle('cli.js'), 'append', file]);
      const answered = new Promise((resolve) => child.stdout.once('data', resolve));
      child.stdin.write(`${lines[0]}\n`);
      await answered;
      assert.ok(fs.existsSync(`${file}.lock`));
      child.kill(signal);
      await new Promise((resolve) => child.once('close', resolve));
      assert.ok(!fs.existsSync(`${file}.lock`));
      assert.equal(text(), `${lines[0]}\n`);
    });

  it('another writer at work: 2, and its process', async () => {
    const child = spawn(process.execPath, [bundle('cli.js'), 'append', file]);
    const answered = new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdin.write(`${lines[0]}\n`);
    await answered;
    const { code, err, answers } = append(`${lines[1]}\n`);
    assert.deepEqual([code, answers], [2, []]);
    assert.match(err, new RegExp(`locked: Another writer is at work: process ${child.pid} on `));
    child.stdin.end();
    await new Promise((resolve) => child.once('close', resolve));
    assert.equal(text(), `${lines[0]}\n`);
  });

  it('a torn tail: set aside, and said on standard error', () => {
    fs.writeFileSync(file, `${lines[0]}\n{"trace`);
    const { code, err } = append(`${lines[1]}\n`);
    assert.equal(code, 0);
    const at = Buffer.byteLength(`${lines[0]}\n`);
    assert.match(err, new RegExp(`its bytes are kept in .*\\.torn-${at}\n$`));
    assert.equal(fs.readFileSync(`${file}.torn-${at}`, 'utf8'), '{"trace');
    assert.equal(text(), textOf(lines.slice(0, 2)));
  });

  it('a journal that is not sound: 1, and it stays as it is', () => {
    fs.writeFileSync(file, `${lines[0]}\n${lines[2]}\n`);
    const { code, err, answers } = append(`${lines[3]}\n`);
    assert.deepEqual([code, answers], [1, []]);
    assert.match(err, /journal-unsound: .* Line 2: Sequence gap/);
    assert.equal(text(), `${lines[0]}\n${lines[2]}\n`);
  });

  it('what cannot be written to: 2', function () {
    assert.equal(cli(['append', folder.path()]).code, 2);
    assert.equal(cli(['append', folder.path('no/where.jsonl')]).code, 2);
    assert.equal(cli(['append', '-']).code, 2);
    if (process.platform === 'win32') this.skip();
    assert.match(cli(['append', '/dev/null']).err, /not-a-file/);
  });

  it('a folder that is closed to the user: 2, and why', function () {
    if (process.getuid?.() !== 0) this.skip();
    fs.chmodSync(folder.path(), 0o755);
    const { code, err } = cli(['append', file], { input: textOf(lines), uid: 65534 });
    assert.equal(code, 2);
    assert.match(err, /no-permission: You have no permission to write here/);
    assert.ok(!fs.existsSync(file));
  });
});
