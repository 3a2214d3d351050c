// Real traces and edge cases from the shared corpus, where it is there: what each must give, as a table.

import assert from 'node:assert/strict';
import { fold } from '../../src/core/replay.ts';
import { severityOf } from '../../src/core/severity.ts';
import { corpusBytes, corpusFiles, overCorpus } from '../support/corpus.ts';
import { traceEvents } from '../support/events.ts';
import { codes, read } from '../support/journal.ts';

const GOLDEN = 's07-session-replay-golden.trace.jsonl';

overCorpus('corpus: real traces', () => {
  for (const name of corpusFiles('trace01', '.jsonl')) {
    it(`${name}: no error`, () => {
      const { found } = read(corpusBytes('trace01', name));
      assert.deepEqual(
        found.filter(({ violation }) => severityOf(violation) === 'error'),
        [],
      );
    });
  }

  it('the golden trace of s07 has the fingerprints of the reference, over five events and over three', () => {
    const { prefixes } = read(corpusBytes('trace01', GOLDEN));
    assert.equal(prefixes.at(5), '1288ae16a0df9408d7a7394b16e7f29367b34832eeca1d9488ca8a410be3cb2e');
    assert.equal(prefixes.at(3), '1e38d6f6527a0c7a8cbf0e78bc9424aba27dcd718bf370f948f2e8cf030923fb');
  });

  it('the streamed trace of s02 replays to one assistant message, its final accumulated text', () => {
    const events = traceEvents(corpusBytes('trace01', 's02_events_streaming-golden.trace.jsonl'));
    const chunks = events.filter(({ type }) => type === 'model.response');
    assert.ok(chunks.length > 1);
    const texts = fold(events).transcript.assistant.map(({ text }) => text);
    assert.deepEqual(texts, [chunks.at(-1)?.payload['accumulated']]);
  });
});

interface Edge {
  readonly codes: readonly string[];
  /** How many events are read; four where nothing is said. */
  readonly events?: number;
  /** Row that the replay stops before; it reaches the end where nothing is said. */
  readonly stops?: number;
}

/** Every `trace-*` file of the folder, as its EXPECT.tsv says. */
const EDGES: Readonly<Record<string, Edge>> = {
  ok: { codes: [] },
  'no-final-newline': { codes: ['no-final-newline@4'] },
  crlf: { codes: ['crlf@1'] },
  bom: { codes: ['bom@1'] },
  'blank-lines': { codes: ['blank-line@2', 'blank-line@4', 'blank-line@6', 'blank-line@8'] },
  'truncated-last-line': { codes: ['record-torn@5'] },
  'torn-middle': { codes: ['record-torn@3'] },
  'two-objects-one-line': { codes: ['records-glued@1'] },
  'sequence-gap': { codes: ['sequence-gap@3'], events: 3, stops: 2 },
  'sequence-duplicate': { codes: ['sequence-repeat@3'], stops: 2 },
  'sequence-starts-at-1': { codes: ['sequence-start@1'], stops: 0 },
  'duplicate-event-id': { codes: ['event-id-conflict@4'], stops: 3 },
  'mixed-session': { codes: ['session-mixed@3'], stops: 2 },
  'mixed-run': { codes: ['run-mixed@3'], stops: 2 },
  'parent-forward': { codes: ['parent-future@3'], stops: 2 },
  'parent-self': { codes: ['parent-self@3'], stops: 2 },
  'parent-missing': { codes: ['parent-unknown@3'], stops: 2 },
  'sequence-string': { codes: ['schema@3'], stops: 2 },
  'additional-property': { codes: ['unknown-field@2'] },
  'unknown-type': { codes: ['event-type-unknown@2'], stops: 1 },
  'bad-timestamp': { codes: ['schema@2'], stops: 1 },
  u2028: { codes: [] },
  'lone-surrogate': { codes: ['lone-surrogate@3'] },
  'invalid-utf8': { codes: ['utf8-invalid@3'], stops: 2 },
  'deep-nesting': { codes: ['stop-missing@2'], events: 2 },
  'big-int': { codes: [] },
  'proto-key': { codes: [] },
  html: { codes: [] },
  'dangling-tool-call': { codes: ['tool-request-unanswered@7'], events: 8 },
  'events-after-stop': { codes: ['event-after-stop@5'], events: 5 },
};

overCorpus('corpus: edge cases', () => {
  it('the table names every file', () => {
    const names = corpusFiles('edge', '.jsonl').filter((name) => name.startsWith('trace-'));
    assert.deepEqual(
      names,
      Object.keys(EDGES)
        .map((name) => `trace-${name}.jsonl`)
        .sort(),
    );
  });

  for (const [name, { codes: expected, events = 4, stops }] of Object.entries(EDGES)) {
    it(`${name}: ${expected.join(', ') || 'nothing'}`, () => {
      const bytes = corpusBytes('edge', `trace-${name}.jsonl`);
      const { rows, break: stop } = read(bytes);
      assert.deepEqual(codes(bytes), expected);
      assert.equal(rows.filter(({ kind }) => kind === 'event').length, events);
      assert.equal(stop?.row, stops);
    });
  }

  it('dangling-tool-call: what was said, and how it stopped', () => {
    const { transcript, stop } = fold(traceEvents(corpusBytes('edge', 'trace-dangling-tool-call.jsonl')));
    assert.deepEqual(
      transcript.assistant.map(({ text }) => text),
      ['abc', ''],
    );
    assert.equal(stop.reason, 'interrupted');
  });

  it('lone-surrogate: no fingerprint from there on', () => {
    const { prefixes } = read(corpusBytes('edge', 'trace-lone-surrogate.jsonl'));
    assert.equal(typeof prefixes.at(2), 'string');
    assert.equal(prefixes.at(3), undefined);
    assert.equal(prefixes.at(4), undefined);
  });
});
