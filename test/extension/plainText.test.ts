import assert from 'node:assert/strict';
import { labelText, noticeText, visibleText } from '../../src/extension/plainText.ts';

describe('plain text', () => {
  const hidden: readonly (readonly [string, string, string])[] = [
    ['bidirectional override', 'a\u202eb', 'a\ufffdb'],
    ['bidirectional isolate', 'a\u2066b', 'a\ufffdb'],
    ['escape', 'a\u001b[31mb', 'a\ufffd[31mb'],
    ['NUL', 'a\u0000b', 'a\ufffdb'],
    ['zero-width space', 'a\u200bb', 'a\ufffdb'],
    ['tag characters', 'a\u{e0041}b', 'a\ufffdb'],
    ['lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['line breaks', 'a\r\n\tb', 'a b'],
    ['line separator', 'a\u2028b', 'a b'],
    ['emoji with a joiner', '👩\u200d💻', '👩\u200d💻'],
  ];
  for (const [name, from, to] of hidden) it(`labels: ${name}`, () => assert.equal(labelText(from), to));

  it('bounds a label, and does not walk through megabytes for it', () => {
    const label = labelText('x'.repeat(5_000_000));
    assert.equal(label.length, 300);
    assert.ok(label.endsWith('x…'));
  });

  it('does not cut a pair of surrogates', () => {
    assert.equal(labelText('ab😀cd', 4), 'ab…');
    assert.equal(labelText('ab😀cd', 5), 'ab😀…');
  });

  it('keeps line breaks in longer texts', () => {
    assert.equal(visibleText('a\r\nb\u202e', 100), 'a\nb\ufffd');
  });

  it('makes no links in notifications', () => {
    assert.equal(noticeText('[run](command:evil)'), '[run] (command:evil)');
  });
});
