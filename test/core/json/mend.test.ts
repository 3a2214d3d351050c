import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { mendSurrogates } from '../../../src/core/json/mend.ts';

const mend = (text: string) => Buffer.from(mendSurrogates(Buffer.from(text))).toString();

describe('halves of surrogate pairs in JSON text', () => {
  const cases: readonly (readonly [name: string, text: string, expected: string])[] = [
    ['a first half alone', String.raw`"a\ud83d."`, String.raw`"a\ufffd."`],
    ['a second half alone', String.raw`"\uDE00"`, String.raw`"\ufffd"`],
    ['two first halves', String.raw`"\ud83d\ud83d"`, String.raw`"\ufffd\ufffd"`],
    ['a first half before a pair', String.raw`"\ud83d\ud83d\ude00"`, String.raw`"\ufffd\ud83d\ude00"`],
    ['a half before another escape', String.raw`"\ud83d\n"`, String.raw`"\ufffd\n"`],
    ['in a key', String.raw`{"\udc00":1}`, String.raw`{"\ufffd":1}`],
    ['a pair', String.raw`"\ud83d\ude00"`, String.raw`"\ud83d\ude00"`],
    ['an escaped backslash', String.raw`"\\ud83d"`, String.raw`"\\ud83d"`],
    ['no escapes', '"\u{1f600}"', '"\u{1f600}"'],
  ];
  for (const [name, text, expected] of cases) it(name, () => assert.equal(mend(text), expected));

  it('without a half the bytes are the same ones', () => {
    const bytes = Buffer.from('{"a":"\\n"}');
    assert.equal(mendSurrogates(bytes), bytes);
  });

  it('is what the platform makes of any text', () => {
    const units = fc.array(
      fc.oneof(fc.integer({ min: 0xd7fe, max: 0xe001 }), fc.constantFrom(0x5c, 0x75, 0x22)),
    );
    fc.assert(
      fc.property(units, (codes) => {
        const text = String.fromCharCode(...codes);
        assert.equal(JSON.parse(mend(JSON.stringify(text))), text.replace(/\p{Surrogate}/gu, '\ufffd'));
      }),
    );
  });
});
