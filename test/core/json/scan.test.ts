import assert from 'node:assert/strict';
import fc from 'fast-check';
import { scanJson } from '../../../src/core/json/scan.ts';
import {
  ESCAPED,
  FLOAT,
  LONE_SURROGATE,
  LONG_INTEGER,
  NON_FINITE,
  Tape,
} from '../../../src/core/json/tape.ts';
import { bytesOf } from '../../support/journal.ts';

/** `ok END` or `FAULT AT`, with `in string` where the text ended inside one. */
function scanned(text: string, rawNewlines = false): string {
  const bytes = bytesOf(text);
  const scan = scanJson(bytes, 0, bytes.length, new Tape(), rawNewlines);
  return scan.ok ? `ok ${scan.end}` : `${scan.fault} ${scan.at}${scan.inString ? ' in string' : ''}`;
}

/** Texts of the tokens, containers with their end, `next` in brackets. */
function tokens(text: string): string[] {
  const bytes = bytesOf(text);
  const tape = new Tape();
  scanJson(bytes, 0, bytes.length, tape);
  return Array.from({ length: tape.count }, (_, token) => {
    const shown = new TextDecoder().decode(bytes.subarray(tape.startAt(token), tape.endAt(token)));
    return `${shown} [${tape.nextAt(token)}]`;
  });
}

describe('scan: one JSON value', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{"a":[1,{"b":null}]}', 'ok 20'],
    [' \t\r\n1 ', 'ok 5'],
    ['{}{}', 'ok 2'],
    ['1 2', 'ok 1'],
    ['"\\u00e9\\"\\\\\\/\\b\\f\\n\\r\\t"', 'ok 24'],
    ['-0', 'ok 2'],
    ['-Infinity', 'ok 9'],
    // what is missing at the end
    ['', 'unexpected-end 0'],
    ['  ', 'unexpected-end 2'],
    ['{', 'unexpected-end 1'],
    ['{"a"', 'unexpected-end 4'],
    ['{"a":', 'unexpected-end 5'],
    ['{"a":1,', 'unexpected-end 7'],
    ['[1,', 'unexpected-end 3'],
    ['"abc', 'unexpected-end 4 in string'],
    ['"abc\\', 'unexpected-end 5 in string'],
    ['"abc\\u12', 'unexpected-end 8 in string'],
    ['tru', 'unexpected-end 3'],
    ['-', 'unexpected-end 1'],
    ['-Inf', 'unexpected-end 4'],
    ['1.', 'unexpected-end 2'],
    ['1e', 'unexpected-end 2'],
    ['1e+', 'unexpected-end 3'],
    // what is wrong inside
    ['}', 'value-expected 0'],
    ['[1,]', 'value-expected 3'],
    ['{,}', 'key-expected 1'],
    ['{"a":1,}', 'key-expected 7'],
    ["{'a':1}", 'key-expected 1'],
    ['{"a" 1}', 'colon-expected 5'],
    ['{"a"::1}', 'value-expected 5'],
    ['{"a":1 "b"}', 'comma-or-end-expected 7'],
    ['[1}', 'comma-or-end-expected 2'],
    ['{"a":1]', 'comma-or-end-expected 6'],
    ['[1 2]', 'comma-or-end-expected 3'],
    ['01', 'number-malformed 0'],
    ['-a', 'number-malformed 0'],
    ['1.x', 'number-malformed 0'],
    ['1ex', 'number-malformed 0'],
    ['0x10', 'number-malformed 0'],
    ['1a', 'number-malformed 0'],
    ['+1', 'value-expected 0'],
    ['.5', 'value-expected 0'],
    ['True', 'literal-malformed 0'],
    ['nulls', 'literal-malformed 0'],
    ['-Infinite', 'literal-malformed 0'],
    ['undefined', 'literal-malformed 0'],
    ['"\\x41"', 'escape-malformed 1 in string'],
    ['"\\u12g4"', 'escape-malformed 1 in string'],
    ['"\\u12"x', 'escape-malformed 1 in string'],
    ['"a\tb"', 'control-character 2 in string'],
    ['"a\nb"', 'control-character 2 in string'],
    ['"a\u0000b"', 'control-character 2 in string'],
    ['// 1', 'value-expected 0'],
    ['\u00a01', 'value-expected 0'],
    ['\ufeff1', 'value-expected 0'],
  ];
  for (const [text, expected] of cases)
    it(`${JSON.stringify(text)} → ${expected}`, () => assert.equal(scanned(text), expected));

  it('lets raw line feeds stand in strings when asked to, and nothing else', () => {
    assert.equal(scanned('"a\nb"', true), 'ok 5');
    assert.equal(scanned('"a\tb"', true), 'control-character 2 in string');
  });

  it('accepts what JSON.parse accepts, and nothing more but the non-finite literals', () => {
    const mixed = fc.string({
      unit: fc.constantFrom(...Array.from('{}[]",:0123eE+-.\\untrfalse \n')),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.oneof(mixed, fc.json()), (text) => {
        let parsed = true;
        try {
          JSON.parse(text);
        } catch {
          parsed = false;
        }
        const bytes = bytesOf(text);
        const scan = scanJson(bytes, 0, bytes.length, new Tape());
        assert.equal(scan.ok && text.slice(scan.end).trim() === '', parsed);
      }),
      { numRuns: 3000 },
    );
  });

  it('gives tokens in text order, each with what comes after its last descendant', () => {
    assert.deepEqual(tokens('{"a":[1,"x"],"b":{}}'), [
      '{"a":[1,"x"],"b":{}} [7]',
      '"a" [2]',
      '[1,"x"] [5]',
      '1 [4]',
      '"x" [5]',
      '"b" [6]',
      '{} [7]',
    ]);
  });

  it('gives the tokens before a fault, open containers up to it', () => {
    assert.deepEqual(tokens('{"a":[1,tru,2]}'), ['{"a":[1, [4]', '"a" [2]', '[1, [4]', '1 [4]']);
  });

  const flags: readonly (readonly [string, number])[] = [
    ['"a"', 0],
    ['"\\n"', ESCAPED],
    ['"\\ud83d\\ude00"', ESCAPED],
    ['"\\ud83d"', ESCAPED | LONE_SURROGATE],
    ['"\\ude00\\ud83d"', ESCAPED | LONE_SURROGATE],
    ['"\\ud83dx\\ude00"', ESCAPED | LONE_SURROGATE],
    ['123456789012345', 0],
    ['1234567890123456', LONG_INTEGER],
    ['1.0', FLOAT],
    ['1e5', FLOAT],
    ['NaN', FLOAT | NON_FINITE],
    ['-Infinity', FLOAT | NON_FINITE],
    ['true', 0],
  ];
  for (const [text, expected] of flags)
    it(`flags of ${text}`, () => {
      const bytes = bytesOf(text);
      const tape = new Tape();
      scanJson(bytes, 0, bytes.length, tape);
      assert.equal(tape.flagsAt(0), expected);
      assert.equal(tape.anyFlags, expected);
    });

  it('remembers the first half surrogate and the first non-finite number of a text, and forgets them', () => {
    const tape = new Tape();
    const scan = (text: string) => scanJson(bytesOf(text), 0, bytesOf(text).length, tape);
    scan('["a",NaN,"\\ud800",NaN,"\\ud800"]');
    assert.deepEqual([tape.firstNonFinite, tape.firstLoneSurrogate], [2, 3]);
    scan('[1]');
    assert.deepEqual([tape.firstNonFinite, tape.firstLoneSurrogate, tape.anyFlags], [-1, -1, 0]);
  });
});
