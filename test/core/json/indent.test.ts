import assert from 'node:assert/strict';
import fc from 'fast-check';
import { indentJson } from '../../../src/core/json/indent.ts';
import { scanJson } from '../../../src/core/json/scan.ts';
import { Tape } from '../../../src/core/json/tape.ts';
import { bytesOf } from '../../support/journal.ts';

function indented(text: string, limit = Infinity): { text: string; cut: boolean } {
  const bytes = bytesOf(text);
  const tape = new Tape();
  scanJson(bytes, 0, bytes.length, tape);
  return indentJson(bytes, tape, limit);
}

describe('indent: a record as text to read', () => {
  it('two spaces a level, like JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const { text: shown, cut } = indented(text);
        assert.deepEqual([shown, cut], [JSON.stringify(value, null, 2), false]);
      }),
    );
  });

  it('scalars as they were written', () => {
    const text = '{"\\u0061":[1.50,-0,1E400,"\\u00e9\\/",12345678901234567890,NaN],"a":{},"a":[ ]}';
    assert.equal(
      indented(text).text,
      '{\n  "\\u0061": [\n    1.50,\n    -0,\n    1E400,\n    "\\u00e9\\/",\n    12345678901234567890,\n    NaN\n  ],\n  "a": {},\n  "a": []\n}',
    );
  });

  it('cut at the limit, exactly', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(200), (json, limit) => {
        const whole = indented(json).text;
        const { text, cut } = indented(json, limit);
        assert.equal(text, whole.slice(0, limit));
        assert.equal(cut, whole.length > limit);
      }),
    );
  });

  it('of a megabyte of one string, only the beginning', () => {
    const { text, cut } = indented(`{"a":"${'é'.repeat(1_000_000)}"}`, 100);
    assert.deepEqual([text.length, cut, text.startsWith('{\n  "a": "é')], [100, true, true]);
  });

  it('of 100,000 levels, not all in spaces', () => {
    const { text } = indented('['.repeat(100_000) + ']'.repeat(100_000));
    assert.ok(text.length < 100_000 * 2 * 82);
    assert.ok(indented('['.repeat(100_000), 500).text.length <= 500);
  });
});
