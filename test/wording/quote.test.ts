import assert from 'node:assert/strict';
import { neutralise, quote } from '../../src/wording/quote.ts';
import { HOSTILE } from './sentence.ts';

const CASES: readonly (readonly [text: string, shown: string])[] = [
  ['evt-001', 'evt-001'],
  ['', ''],
  ['é 😀 漢字 ｱ', 'é 😀 漢字 ｱ'],
  ['“quoted” \\', '“quoted” \\'],
  ['a\nb', 'a␊b'],
  ['a\r\n\tb', 'a␍␊␉b'],
  ['\u0000', '␀'],
  ['\u001b[31m', '␛[31m'],
  ['\u007f', 'U+007F'],
  ['\u0085', 'U+0085'],
  ['\u2028', 'U+2028'],
  ['\u202e', 'U+202E'],
  ['\u2066', 'U+2066'],
  ['\u200b', 'U+200B'],
  ['\ufeff', 'U+FEFF'],
  ['\ud800', 'U+D800'],
  ['\udc00x', 'U+DC00x'],
  ['\u{e0041}', 'U+E0041'],
  ['\u{1d173}', 'U+1D173'],
];

describe('text from a journal inside a sentence', () => {
  for (const [text, shown] of CASES) {
    it(`${JSON.stringify(text)} is shown as ${shown}`, () => {
      assert.equal(neutralise(text), shown);
      assert.equal(quote(text), `“${shown}”`);
    });
  }

  it('what is shown is harmless itself', () =>
    assert.equal(neutralise(neutralise(HOSTILE)), neutralise(HOSTILE)));

  it('is cut after 80 units', () => {
    assert.equal(quote('x'.repeat(80)), `“${'x'.repeat(80)}”`);
    assert.equal(quote('x'.repeat(81)), `“${'x'.repeat(80)}…”`);
    assert.equal(quote('\n'.repeat(1e6)), `“${'␊'.repeat(80)}…”`);
  });
});
