import assert from 'node:assert/strict';
import { manyLines, oneLine } from '../../src/webview/text.ts';

describe('text', () => {
  const cases: readonly (readonly [name: string, from: string, to: string])[] = [
    ['plain text stays', 'naïve 日本語 👩‍💻 עברית', 'naïve 日本語 👩‍💻 עברית'],
    ['markup stays text', '<img src=x onerror=1>&amp;', '<img src=x onerror=1>&amp;'],
    ['line ends', 'a\nb\r\nc\rd', 'a⏎b⏎c⏎d'],
    ['tabs', 'a\tb', 'a b'],
    ['control characters', 'a\u0000b\u001b[31m\u007f', 'a␀b␛[31m␡'],
    ['C1 controls', '\u0085', '⟨U+0085⟩'],
    ['bidi overrides', 'a\u202egnp.exe\u202c', 'a⟨U+202E⟩gnp.exe⟨U+202C⟩'],
    ['bidi isolates and marks', '\u2066\u200f\u061c', '⟨U+2066⟩⟨U+200F⟩⟨U+061C⟩'],
    ['line separators', '\u2028\u2029', '⟨U+2028⟩⟨U+2029⟩'],
    ['zero-width characters that hide text', 'a\u200bb\ufeff\u2060', 'a⟨U+200B⟩b⟨U+FEFF⟩⟨U+2060⟩'],
    ['invisible tags', '\u{e0049}\u{e0067}', '⟨U+E0049⟩⟨U+E0067⟩'],
  ];
  for (const [name, from, to] of cases) {
    it(`one line: ${name}`, () => assert.equal(oneLine(from), to));
  }

  it('many lines: keeps line feeds and tabs only', () => {
    assert.equal(manyLines('{\n\t"a": "\u202e\u0007\r"\n}'), '{\n\t"a": "⟨U+202E⟩␇␍"\n}');
  });
});
