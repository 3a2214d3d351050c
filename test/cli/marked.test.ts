// Events printed from records that were read with marks are the events of the same records read with all their texts.

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { EventLines } from '../../src/node/eventLines.ts';
import { eventText } from '../../src/core/eventText.ts';
import { isJsonObject, type JsonObject } from '../../src/core/json/value.ts';
import type { TraceEvent } from '../../src/core/schema.ts';
import { memorySource } from '../../src/engine/byteSource.ts';
import { detectNative } from '../../src/engine/nativeDetect.ts';
import { NativeJournal } from '../../src/engine/nativeJournal.ts';
import { passageIn, WHOLE, type Look, type Passage } from '../../src/formats/passages.ts';
import { MarkedAhead } from '../../src/node/markedAhead.ts';
import { MarkedText } from '../../src/node/markedText.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import { corpusBytes, corpusFiles, overCorpus } from '../support/corpus.ts';
import { kernelModule, secondKernel, testKernel } from '../support/kernel.ts';
import { claudeOf, codexOf, LONG, LONG_LOGS, said, user } from '../support/longTexts.ts';

function opened(bytes: Uint8Array): NativeJournal {
  const source = memorySource(bytes);
  const detected = detectNative(source);
  assert.ok(detected);
  const journal = new NativeJournal({ source, detected, newSha256, fileName: null, kernel: kernelModule() });
  const reading = journal.read();
  while (reading.next().done !== true);
  return journal;
}

/** With marks, read ahead or not, and without; and how many marks the records had. */
function same(bytes: Uint8Array): number {
  const journal = opened(bytes);
  const { passedOn, unread } = journal;
  const kernels = [testKernel(), secondKernel()] as const;
  const ahead = new MarkedAhead(memorySource(bytes), kernels, passedOn, unread);
  sameWith(journal, new MarkedText(kernelModule(), passedOn, unread, ahead));
  return sameWith(journal, new MarkedText(kernelModule(), passedOn, unread));
}

function sameWith(journal: NativeJournal, reader: MarkedText): number {
  const lines = new EventLines(kernelModule(), reader);
  const printed: string[] = [];
  let marks = 0;
  for (const events of journal.marked(reader)) {
    marks += reader.count;
    for (const event of events) {
      lines.add(event);
      printed.push(Buffer.concat(lines.take().map((piece) => Buffer.from(piece))).toString());
    }
  }
  assert.deepEqual(
    printed,
    Array.from(journal.events(), ({ event }) => `${eventText(event)}\n`),
  );
  return marks;
}

describe('records read with marks: their events', () => {
  for (const [name, log] of LONG_LOGS) it(name, () => assert.ok(same(log) >= 0));

  it('long texts have marks', () => {
    assert.ok(same(codexOf(said(LONG), said(LONG, LONG))) >= 3);
    assert.ok(same(claudeOf(user(LONG))) >= 1);
  });

  it('half of a surrogate pair, ill-formed UTF-8 and unusual escapes', () => {
    const log = Buffer.from(codexOf(said(LONG)));
    for (const odd of ['\\udc00', '\\ud83d', '\\u0041', '\\/', '\\u001B', '\\u000a', '\\u0000']) {
      same(Buffer.from(log.toString().replace('A long text', `A ${odd} text`)));
      same(Buffer.concat([log, log.subarray(log.indexOf(0x0a) + 1)]));
    }
    const illFormed = Buffer.from(log);
    illFormed[illFormed.indexOf('A long text')] = 0xff;
    same(illFormed);
  });
});

overCorpus('records of the corpus read with marks', () => {
  for (const agent of ['codex', 'claude-code', 'pi', 'reasonix', 'qwen-code']) {
    for (const name of corpusFiles(`agents/${agent}`, '.jsonl')) {
      const bytes = corpusBytes(`agents/${agent}`, name);
      if (detectNative(memorySource(bytes)) !== undefined)
        it(`${agent}: ${name}`, () => assert.ok(same(bytes) >= 0));
    }
  }
});

describe('marks', () => {
  const PROVENANCE = {
    agent_id: 'a',
    snapshot_id: '1',
    surface: 'cli',
    harness_mode: 'native',
    run_id: 'r',
  } as const;
  const event = (payload: JsonObject): TraceEvent => ({
    ...{
      trace_version: '0.1.0',
      event_id: 'e',
      session_id: 's',
      sequence: 7,
      timestamp: '2026-01-01T00:00:00Z',
    },
    ...{ type: 'user.message', actor: { kind: 'user', id: 'u' }, payload, provenance: PROVENANCE },
    redaction: { status: 'clean', fields: [] },
  });
  const texts = fc.string({ unit: 'binary', maxLength: 200 }).map((it) => it.replace(/\p{Surrogate}/gu, ''));
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      texts,
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value')),
      tie('object'),
    ),
    object: fc.dictionary(fc.constantFrom('text', 'output', 'x', 'a"b'), tie('value')),
  }));

  it('whatever the record: what is printed in their place is what was there', () => {
    const reader = new MarkedText(kernelModule(), ['text', 'output']);
    const lines = new EventLines(kernelModule(), reader);
    fc.assert(
      fc.property(values.object, fc.boolean(), (object, isSpaced) => {
        reader.clear();
        const whole = JSON.stringify(object, undefined, isSpaced ? 1 : 0).replaceAll('\n', '');
        const value: unknown = JSON.parse(reader.read(Buffer.from(whole)) ?? '');
        const original: unknown = JSON.parse(whole);
        assert.ok(isJsonObject(value) && isJsonObject(original));
        lines.add(event(value));
        assert.equal(Buffer.concat(lines.take()).toString(), `${eventText(event(original))}\n`);
      }),
    );
  });

  it('whatever the record: what is not read is left out, and nothing else', () => {
    const reader = new MarkedText(kernelModule(), ['text', 'x'], { '': ['x', 'a"b'], output: ['text'] });
    const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
      Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
    const readOf = (object: JsonObject): JsonObject => {
      const read = without(object, 'x', 'a"b');
      if (isJsonObject(read['output'])) read['output'] = without(read['output'], 'text');
      return read;
    };
    fc.assert(
      fc.property(values.object, fc.boolean(), (object, isSpaced) => {
        reader.clear();
        const whole = JSON.stringify(object, undefined, isSpaced ? 1 : 0).replaceAll('\n', '');
        const value: unknown = JSON.parse(reader.read(Buffer.from(whole)) ?? '');
        const original: unknown = JSON.parse(whole);
        assert.ok(isJsonObject(value) && isJsonObject(original));
        const printed = new EventLines(kernelModule(), reader);
        printed.add(event(value));
        const text = Buffer.concat(printed.take()).toString();
        assert.equal(text, `${eventText(event(readOf(original)))}\n`);
      }),
    );
  });

  it('whatever the text: it can be looked into', () => {
    const reader = new MarkedText(kernelModule(), ['text']);
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 0, max: 210 }),
        fc.constantFrom('a', 'bc', '~'),
        (text, units, letters) => {
          reader.clear();
          const value: unknown = JSON.parse(reader.read(Buffer.from(JSON.stringify({ text }))) ?? '');
          const [passage, there] = [passageIn(isJsonObject(value) ? value['text'] : 0), passageIn(text)];
          assert.ok(passage !== undefined);
          const looks: readonly (readonly [Look, Passage])[] = [
            [reader, passage],
            [WHOLE, there],
          ];
          for (const [look, seen] of looks) {
            assert.equal(look.whole(seen), text);
            assert.equal(look.beginning(seen, units), text.slice(0, units));
            assert.equal(look.holds(seen, letters), text.includes(letters));
          }
        },
      ),
    );
  });
});
