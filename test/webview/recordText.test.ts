import assert from 'node:assert/strict';
import { jsonTokens } from '../../src/webview/jsonTokens.ts';
import { textChunks } from '../../src/webview/recordText.ts';

/** Tokens as `kind:text`, blanks left out. */
function tokens(text: string): string[] {
  return [...jsonTokens(text)].filter((token) => token.text.trim() !== '').map((t) => `${t.kind}:${t.text}`);
}

describe('jsonTokens', () => {
  it('tells keys, strings, numbers and literals apart', () => {
    assert.deepEqual(tokens('{ "a" : "b\\"c", "n": -1.5e+3, "l": [true, null] }'), [
      'plain:{ ',
      'key:"a"',
      'plain: : ',
      'string:"b\\"c"',
      'plain:, ',
      'key:"n"',
      'plain:: ',
      'number:-1.5e+3',
      'plain:, ',
      'key:"l"',
      'plain:: [',
      'literal:true',
      'plain:, ',
      'literal:null',
      'plain:] }',
    ]);
  });

  it('loses nothing of a damaged text', () => {
    for (const text of [
      '{"a": "unclosed',
      '"\\',
      '}{',
      'nul',
      '',
      '\u0000"a":',
      '"a\n":1',
      '"a\\\n"',
      '--1e',
    ])
      assert.equal([...jsonTokens(text)].map((token) => token.text).join(''), text);
  });

  it('takes a string of 200,000 characters in its stride', () => {
    const text = JSON.stringify({ a: 'x\\"\n'.repeat(50_000) });
    assert.equal([...jsonTokens(text)].length, 5);
  });
});

describe('textChunks', () => {
  it('cuts between lines, and joined is the text', () => {
    for (const text of ['', 'a', 'a\n', '\n', '\n\n', 'a\nb\nc', 'a\nb\nc\n', `${'x\n'.repeat(250)}end`])
      for (const lines of [1, 2, 100])
        assert.equal([...textChunks(text, lines, 1000)].join('\n'), text, JSON.stringify([text, lines]));
  });

  it('has no more lines in a chunk than asked for', () => {
    const chunks = [...textChunks('x\n'.repeat(250), 100, 1000)];
    assert.deepEqual(
      chunks.map((chunk) => chunk.split('\n').length),
      [100, 100, 51],
    );
  });

  it('cuts a line that is too long, and only that one', () => {
    const chunks = [...textChunks(`ab\n${'x'.repeat(25)}\ncd`, 100, 10)];
    assert.deepEqual(chunks, ['ab', 'x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5), 'cd']);
  });
});
