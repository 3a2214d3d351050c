// The kernels' way to the canonical bytes of events comes to what the general way comes to, prefix by prefix.

import assert from 'node:assert/strict';
import { memorySource } from '../../src/engine/byteSource.ts';
import { detectNative } from '../../src/engine/nativeDetect.ts';
import { NativeJournal } from '../../src/engine/nativeJournal.ts';
import { canonicalPasses } from '../../src/node/canonicalPass.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import { corpusBytes, corpusFiles, overCorpus } from '../support/corpus.ts';
import { kernelModule } from '../support/kernel.ts';
import { codexOf, LONG, LONG_LOGS, said } from '../support/longTexts.ts';

/** What is told of a log's events: how many, where they lie, and the fingerprint of each prefix. */
function told(bytes: Uint8Array, isFast: boolean): unknown {
  const source = memorySource(bytes);
  const detected = detectNative(source);
  assert.ok(detected);
  const canonicalPass = isFast ? canonicalPasses(kernelModule()) : undefined;
  const log = new NativeJournal({ source, detected, newSha256, fileName: null, canonicalPass });
  for (const reading = log.read(); reading.next().done !== true;);
  const replayed = Array.from(log.replayed(), ({ row, event }) => [row, event.sequence, event.event_id]);
  const prefixes = Array.from({ length: log.eventCount + 1 }, (_, count) => log.fingerprint(count));
  return { replayed, prefixes, rows: Array.from({ length: log.rows }, (_, row) => log.eventsBefore(row)) };
}

function same(bytes: Uint8Array): void {
  assert.deepEqual(told(bytes, true), told(bytes, false));
}

describe('canonical bytes by the kernels', () => {
  for (const [name, log] of LONG_LOGS) it(name, () => same(log));

  it('over many kept states, with more actors than are learnt', () => {
    const calls = Array.from({ length: 700 }, (_, i) => [
      { type: 'function_call', call_id: `c${i}`, name: `tool-${i % 90}`, arguments: `{"n":${i}.50}` },
      { type: 'function_call_output', call_id: `c${i}`, output: i % 3 === 0 ? LONG : 'ok' },
    ]);
    same(codexOf(...calls.flat()));
  });

  it('halves of surrogate pairs, integers beyond a double, numbers with another form', () => {
    const log = Buffer.from(codexOf(said(LONG), said('x'))).toString();
    for (const odd of ['\\udc00', '\\ud83d', '\\u0000'])
      same(Buffer.from(log.replace('A long', `A ${odd} long`)));
    for (const number of ['12345678901234567890', '1e400', '-0.0', '1.50']) {
      const call = { type: 'tool_search_call', call_id: 'c', arguments: { n: 'N' } };
      same(
        Buffer.from(
          Buffer.from(codexOf(call, said(LONG)))
            .toString()
            .replace('"N"', number),
        ),
      );
    }
  });
});

overCorpus('canonical bytes of the corpus by the kernels', () => {
  for (const agent of ['codex', 'claude-code', 'pi', 'reasonix', 'qwen-code']) {
    for (const name of corpusFiles(`agents/${agent}`, '.jsonl')) {
      const bytes = corpusBytes(`agents/${agent}`, name);
      if (detectNative(memorySource(bytes)) !== undefined) it(`${agent}: ${name}`, () => same(bytes));
    }
  }
});
