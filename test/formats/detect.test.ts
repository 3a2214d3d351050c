import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { memorySource } from '../../src/engine/byteSource.ts';
import { detectNative } from '../../src/engine/nativeDetect.ts';
import { detect } from '../../src/engine/reader.ts';
import { DETECTION_RECORDS } from '../../src/formats/detect.ts';
import { corpusBytes, corpusFiles, overCorpus } from '../support/corpus.ts';
import { codexLog, piTree } from '../support/nativeLogs.ts';
import { toy, toyLog } from '../support/toyFormat.ts';
import { altered, bytesOf, journal, type Lines } from '../support/journal.ts';

/** What a file turns out to be, by its first records and never by its name. */
function formatOf(input: Lines | string | Uint8Array): string {
  const detected = detect(memorySource(bytesOf(input)));
  return typeof detected === 'string' ? detected : detected.id;
}

const LINES = journal('start user:hi stop');
const strange = (count: number) => Array.from({ length: count }, () => '{"no":"event"}');

const CASES: readonly (readonly [name: string, input: Lines | string | Uint8Array, format: string])[] = [
  ['a journal', LINES, 'trace01'],
  ['a byte order mark', `\ufeff${LINES.join('\n')}`, 'trace01'],
  ['CR LF', LINES.join('\r\n'), 'trace01'],
  ['blank lines first', ['', ' ', ...LINES], 'trace01'],
  ['a cut last record, and nothing else', LINES[0]?.slice(0, 200) ?? '', 'trace01'],
  ['a torn first record', [LINES[0]?.slice(0, 90) ?? '', ...LINES.slice(1)], 'trace01'],
  ['glued records', LINES.join(''), 'trace01'],
  ['another version', LINES.map((line) => altered(line, { trace_version: '9' })), 'trace01'],
  ['no sequence', [altered(LINES[0], { sequence: undefined })], 'trace01'],
  ['no event id', [altered(LINES[0], { event_id: undefined })], 'trace01'],
  ['NUL bytes first', new Uint8Array([0, 0, 0, 10, ...bytesOf(LINES)]), 'trace01'],
  ['something else first', [...strange(DETECTION_RECORDS - 1), ...LINES], 'trace01'],
  ['too much else first', [...strange(DETECTION_RECORDS), ...LINES], 'unknown'],
  ['a version alone', '{"trace_version":"0.1.0"}', 'unknown'],
  ['an event inside another object', [`{"event":${LINES[0] ?? ''}}`], 'unknown'],
  ['plain JSON lines', '{"id":1}\n{"id":2}\n', 'unknown'],
  ['arrays', '[1]\n[2]\n', 'unknown'],
  ['no JSON', 'hello\nworld\n', 'unknown'],
  ['random bytes', Uint8Array.from({ length: 5000 }, (_, i) => (i * i * 7919) % 251), 'unknown'],
  ['an empty file', '', 'empty'],
  ['blank lines alone', '\n \n\r\n', 'empty'],
  ['a byte order mark alone', '\ufeff', 'empty'],
];

describe('detect: what a file holds', () => {
  for (const [name, input, format] of CASES) {
    it(`${name}: ${format}`, () => assert.equal(formatOf(input), format));
  }

  it('the samples', () => {
    const names = fs.readdirSync('samples').sort();
    assert.deepEqual(
      names.map((name) => `${name}: ${formatOf(fs.readFileSync(`samples/${name}`))}`),
      [
        'broken.trace.jsonl: trace01',
        'cut.trace.jsonl: trace01',
        'empty.trace.jsonl: empty',
        'products.jsonl: unknown',
        'session.trace.jsonl: trace01',
      ],
    );
  });
});

/** Which agent's log a file is. */
function agentOf(input: Lines | string | Uint8Array): string {
  return detectNative(memorySource(bytesOf(input)))?.format.id ?? 'none';
}

describe("detect: agents' own logs", () => {
  const codex = codexLog();
  const torn = (codex[0] ?? '').slice(0, 60);
  const cases: readonly (readonly [name: string, input: Lines | string | Uint8Array, format: string])[] = [
    ['Codex', codex, 'codex'],
    ['Pi', piTree(), 'pi'],
    ['a torn first record', [torn, ...codex.slice(1)], 'codex'],
    ['other records first', ['{"note":1}', ...codex], 'codex'],
    ['damage first, however much', [...Array<string>(50).fill('x'), ...codex], 'codex'],
    ['a cut last record, and nothing else', (codex[0] ?? '').slice(0, -8), 'codex'],
    ['too much else first', [...strange(DETECTION_RECORDS), ...codex], 'none'],
    ['Trace 0.1', LINES, 'none'],
    ['plain JSON lines', '{"id":1}\n{"id":2}\n', 'none'],
    ['a prompt history', '{"display":"hi","timestamp":1,"project":"/p"}\n', 'none'],
    ['another prompt history', '{"session_id":"s","ts":1,"text":"hi"}\n', 'none'],
    ['an empty file', '', 'none'],
    ['random bytes', Uint8Array.from({ length: 5000 }, (_, i) => (i * i * 7919) % 251), 'none'],
  ];
  for (const [name, input, format] of cases)
    it(`${name}: ${format}`, () => assert.equal(agentOf(input), format));

  it('the first that claims the records has them', () => {
    const second = { ...toy, label: 'Second' };
    const source = memorySource(bytesOf(toyLog('head user:hi')));
    assert.equal(detectNative(source, [toy, second])?.format.label, 'Toy');
    assert.equal(detectNative(source, [second, toy])?.format.label, 'Second');
    assert.equal(detectNative(source, []), undefined);
  });

  it('at most ten records are looked at, all of them as they are', () => {
    const seen: number[][] = [];
    const nosy = {
      ...toy,
      detect: (first: Parameters<typeof toy.detect>[0]) => {
        seen.push(first.map((record) => record.number(record.member('n'))));
        return undefined;
      },
    };
    const lines = Array.from({ length: 20 }, (_, n) => `{"n":${n}}`);
    detectNative(memorySource(bytesOf(lines)), [nosy]);
    assert.deepEqual(seen, [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
  });
});

overCorpus('corpus: detect', () => {
  it('every trace is one', () => {
    const formats = corpusFiles('trace01', '.jsonl').map((name) => formatOf(corpusBytes('trace01', name)));
    assert.deepEqual([...new Set(formats)], ['trace01']);
  });

  const none = {
    empty: 'empty',
    'only-newlines': 'empty',
    'not-json': 'unknown',
    'array-lines': 'unknown',
    'generic-objects': 'unknown',
  };
  for (const [name, format] of Object.entries(none)) {
    it(`${name}: ${format}`, () => assert.equal(formatOf(corpusBytes('edge', `${name}.jsonl`)), format));
  }
});
