import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import { bundle } from '../../support/built.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { journal, textOf } from '../../support/journal.ts';
import { AppendFailed } from '../../../src/node/append/errors.ts';
import { isGone, parseHolder, thisProcess } from '../../../src/node/append/holder.ts';
import { acquireLock } from '../../../src/node/append/lock.ts';
import { linesOf } from './support.ts';

/** A process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('who holds a lock', () => {
  const here = thisProcess();

  it('this process is there', () => {
    assert.equal(isGone(here, thisProcess()), false);
    assert.deepEqual(parseHolder(JSON.stringify(here)), here);
  });

  const others: readonly (readonly [string, object, boolean])[] = [
    ['a process that has ended', { pid: deadPid() }, true],
    ['on another machine', { pid: deadPid(), host: 'elsewhere', boot: 'another' }, false],
    [
      'on another machine that cannot be told apart by its start',
      { host: 'elsewhere', boot: undefined },
      false,
    ],
    ['before the machine was started anew', { boot: 'another' }, true],
    [
      'on a machine that was given another name',
      { pid: deadPid(), host: 'elsewhere' },
      here.boot !== undefined,
    ],
    ['in another container', { pid: deadPid(), namespace: 'pid:[1]' }, false],
    ['the id is in use again, by another process', { started: '1' }, here.started !== undefined],
  ];
  for (const [name, changes, expected] of others)
    it(`${name}: ${expected ? 'gone' : 'may be there'}`, () => {
      assert.equal(isGone({ ...here, ...changes }, here), expected);
    });

  it('a zombie is gone', async function () {
    if (process.platform !== 'linux') this.skip();
    // The shell's child ends when the shell has become a program that never asks for it.
    const child = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 5'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pid = await new Promise<number>((resolve) => {
      child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
    });
    while (!fs.readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '))
      await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(isGone({ ...here, pid, started: undefined }, here), true);
    child.kill();
  });

  for (const text of ['', '{', '[]', '{"pid":0}', `{"pid":1,"host":"h","since":"","token":"../x"}`])
    it(`no lock: ${JSON.stringify(text)}`, () => assert.equal(parseHolder(text), undefined));
});

describe('the lock', () => {
  const folder = temporaryFolder();
  let count = 0;
  let file = '';
  beforeEach(() => (file = folder.path(`l${count++}.lock`)));
  const stale = (changes: object = {}) =>
    fs.writeFileSync(file, JSON.stringify({ ...thisProcess(), pid: deadPid(), ...changes }));
  const left = () => fs.readdirSync(folder.path()).filter((name) => name.startsWith(`l${count - 1}.lock`));
  const holderOf = (take: () => unknown) => {
    try {
      take();
      return undefined;
    } catch (error) {
      assert.ok(error instanceof AppendFailed && error.failure.reason === 'locked');
      return error.failure.holder;
    }
  };

  it('names its holder, is held, and goes', () => {
    const lock = acquireLock(file);
    assert.equal(parseHolder(fs.readFileSync(file, 'utf8'))?.pid, process.pid);
    assert.equal(lock.isHeld(), true);
    lock.release();
    assert.equal(lock.isHeld(), false);
    assert.deepEqual(left(), []);
  });

  it('taken: told with pid, host and time', () => {
    const lock = acquireLock(file);
    const holder = holderOf(() => acquireLock(file));
    assert.deepEqual([holder?.pid, holder?.host], [process.pid, os.hostname()]);
    lock.release();
    assert.deepEqual(left(), []);
  });

  it('of a dead process: taken over, and nothing is left of it', () => {
    stale();
    const lock = acquireLock(file);
    assert.equal(lock.isHeld(), true);
    assert.equal(left().length, 1);
    lock.release();
    assert.deepEqual(left(), []);
  });

  it('of a taker that died while taking over: succeeded, too', () => {
    stale({ token: '00000000000000aa' });
    const dead = { ...thisProcess(), pid: deadPid() };
    fs.writeFileSync(`${file}.00000000000000aa`, JSON.stringify({ ...dead, token: '00000000000000bb' }));
    fs.writeFileSync(`${file}.00000000000000cc.new`, JSON.stringify({ ...dead, token: '00000000000000cc' }));
    const lock = acquireLock(file);
    assert.equal(left().length, 1);
    lock.release();
    assert.deepEqual(left(), []);
  });

  it('while another is taking over: that one is told', () => {
    stale({ token: '00000000000000aa' });
    const other = acquireLock(`${file}.00000000000000aa`);
    assert.equal(holderOf(() => acquireLock(file))?.pid, process.pid);
    other.release();
  });

  it('that cannot be read: not touched', () => {
    fs.writeFileSync(file, '');
    assert.equal(
      holderOf(() => acquireLock(file)),
      undefined,
    );
    assert.equal(fs.readFileSync(file, 'utf8'), '');
  });

  it('another one in its place is not released', () => {
    const lock = acquireLock(file);
    fs.rmSync(file);
    const other = acquireLock(file);
    lock.release();
    assert.equal(other.isHeld(), true);
    other.release();
  });
});

describe('writers in competition', () => {
  const folder = temporaryFolder();
  const events = journal(`start ${'metric '.repeat(20)}stop`);

  for (const writers of [2, 4])
    it(`${writers} at once, for the lock of a dead one: one writes, the others are told who`, async function () {
      this.timeout(60_000);
      for (let round = 0; round < 3; round++) {
        const file = folder.path(`c${writers}-${round}.trace.jsonl`);
        fs.writeFileSync(`${file}.lock`, JSON.stringify({ ...thisProcess(), pid: deadPid() }));
        const children = Array.from({ length: writers }, () =>
          spawn(process.execPath, [bundle('cli.js'), 'append', file], { stdio: ['pipe', 'ignore', 'pipe'] }),
        );
        const results = children.map(async (child) => {
          let errors = '';
          child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
          child.stdin.on('error', () => undefined);
          // Slowly, so that the others come while it is at work.
          child.stdin.write(textOf(events.slice(0, 10)));
          setTimeout(() => child.stdin.end(textOf(events.slice(10))), 150);
          const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
          return { code, errors, pid: child.pid };
        });
        const ended = await Promise.all(results);
        assert.deepEqual(linesOf(file), events, 'nothing twice, nothing between');
        assert.ok(ended.some(({ code }) => code === 0));
        for (const { code, errors } of ended.filter((one) => one.code !== 0)) {
          assert.equal(code, 2);
          const [, pid] = /locked: .* process (\d+) on /.exec(errors) ?? [];
          assert.ok(
            ended.some((one) => String(one.pid) === pid),
            errors,
          );
        }
        assert.deepEqual(
          fs.readdirSync(folder.path()).filter((name) => name.includes('.lock')),
          [],
        );
      }
    });
});
