// With the real thread: what it does ahead comes to what one lane comes to.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { memorySource } from '../../src/engine/byteSource.ts';
import { detectNative } from '../../src/engine/nativeDetect.ts';
import { NativeJournal } from '../../src/engine/nativeJournal.ts';
import { JournalReader } from '../../src/engine/reader.ts';
import { trace01 } from '../../src/formats/trace01.ts';
import { openKernelPair, type KernelPair } from '../../src/node/kernelPair.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import type { Found } from '../../src/core/check.ts';
import { piLog } from '../support/agentLogs.ts';
import { bundle } from '../support/built.ts';
import { temporaryFolder } from '../support/cli.ts';
import { bytesOf, edit, journal, splice } from '../support/journal.ts';
import { kernelFile } from '../support/kernel.ts';

const LINES = journal(
  `start ${Array.from({ length: 600 }, (_, i) => `user:${'é…x'.repeat(i % 400)} call:c${i} result:c${i}`).join(' ')} stop`,
);

const CASES: readonly (readonly [name: string, lines: readonly string[], end?: string])[] = [
  ['sound', LINES],
  ['a gap, a bad value, a torn line', edit(splice(LINES, 700, 1), 1_200, { actor: 7 }), '{"trace_version":'],
  ['a line that holds no object', splice(LINES, 1_500, 0, '[1]')],
  ['no line feed at the end', LINES.slice(0, -1), LINES.at(-1) ?? ''],
];

describe('two kernels that another thread runs ahead', function () {
  const folder = temporaryFolder();
  let pair: KernelPair | undefined;

  before(() => {
    const place = folder.path('dist');
    fs.mkdirSync(place);
    fs.copyFileSync(bundle('kernelThread.js'), path.join(place, 'kernelThread.js'));
    fs.copyFileSync(kernelFile('kernelShared.wasm'), path.join(place, 'kernelShared.wasm'));
    pair = openKernelPair(place);
  });
  after(() => pair?.close());

  function readAll(lines: readonly string[], end: string, kernels: KernelPair['kernels'] | undefined) {
    const found: Found[] = [];
    const source = memorySource(bytesOf([...lines, ''].join('\n') + end));
    const reader = new JournalReader({
      source,
      format: trace01,
      newSha256,
      kernels,
      report: (item) => found.push(item),
    });
    const rows = Array.from(reader.rows(), ({ kind, row }) => [kind, row]);
    return { rows, found: [...found, ...reader.atEnd().found], fingerprint: reader.fingerprint(1_000) };
  }

  it('there is a pair where there are two processors', () => {
    assert.equal(pair !== undefined, os.availableParallelism() > 1);
  });

  for (const [name, lines, end = ''] of CASES)
    it(`${name}: the same rows, violations and fingerprint`, () => {
      assert.deepEqual(readAll(lines, end, pair?.kernels), readAll(lines, end, undefined));
    });

  it('an agent’s own log: the same rows, violations and events', () => {
    const damaged = ['{"torn":', '[1]', '{"type":"message"}', '{"type":"novelty","s":"\\ud800 é"}'];
    const lines = [...piLog().split('\n'), ...damaged];
    const [header = '', ...others] = lines.filter((line) => line !== '');
    const bytes = bytesOf([header, ...Array.from({ length: 900 }, () => others).flat(), ''].join('\n'));
    const read = (kernels: KernelPair['kernels'] | undefined) => {
      const source = memorySource(bytes);
      const detected = detectNative(source);
      assert.ok(detected);
      const log = new NativeJournal({ source, detected, newSha256, fileName: null, kernels });
      for (const reading = log.read(); reading.next().done !== true;);
      return { found: log.violations(), events: [...log.events()], header: log.header() };
    };
    assert.deepEqual(read(pair?.kernels), read(undefined));
  });

  it('the other thread does runs that are not waited for', function () {
    const [kernel] = pair?.kernels ?? [];
    if (kernel === undefined) return this.skip();
    const line = bytesOf(LINES.slice(0, 1));
    const at = kernel.inputAt();
    new Uint8Array(kernel.memory.buffer).set(line, at);
    const row = new Uint32Array(kernel.memory.buffer).subarray(kernel.rowsAt() / 4);
    row.fill(0, 0, 3);
    kernel.begin?.('run', at, at + line.length);
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let waits = 0; waits < 1_000 && row[2] === 0; waits++) Atomics.wait(pause, 0, 0, 10);
    assert.deepEqual([...row.subarray(1, 3)], [at, at + line.length - 1]);
    assert.equal(kernel.run(at, at + line.length), 1);
  });

  it('there is none where its files are not', () => {
    assert.equal(openKernelPair(folder.path('nowhere')), undefined);
  });
});
