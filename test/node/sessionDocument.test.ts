import assert from 'node:assert/strict';
import { memorySource } from '../../src/engine/byteSource.ts';
import { onOneLine } from '../../src/node/sessionDocument.ts';

const SESSION = { sessionId: 's', projectHash: 'p', messages: [{ id: 'm', type: 'user', content: 'a\nb' }] };
const laidOut = `${JSON.stringify(SESSION, null, 2)}\n`;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('a session that is one JSON text', () => {
  it('is one line, with every byte in its place', () => {
    const bytes = bytesOf(laidOut);
    const source = onOneLine(memorySource(bytes));
    const text = textOf(source.read(0, source.size()));
    assert.equal(text.length, laidOut.length);
    assert.equal(text.indexOf('\n'), text.length - 1);
    assert.deepEqual(JSON.parse(text), SESSION);
    assert.equal(textOf(bytes), laidOut);
    for (const at of [0, 1, 7, laidOut.length - 3]) {
      assert.equal(textOf(source.read(at, 20)), text.slice(at, at + 20), String(at));
    }
  });

  const OTHERS: readonly (readonly [name: string, text: string])[] = [
    ['a session on one line', `${JSON.stringify(SESSION)}\n`],
    ['records', '{"sessionId":"s","projectHash":"p"}\n{"id":"m"}\n'],
    ['another document', '{\n  "name": "x",\n  "version": "1"\n}\n'],
    ['nothing', ''],
  ];
  for (const [name, text] of OTHERS) {
    it(`${name} stays as it is`, () => {
      const source = memorySource(bytesOf(text));
      assert.equal(onOneLine(source), source);
    });
  }

  it('closes what it reads', () => {
    let closed = 0;
    const source = { ...memorySource(bytesOf(laidOut)), close: () => void (closed += 1) };
    onOneLine(source).close();
    assert.equal(closed, 1);
  });
});
