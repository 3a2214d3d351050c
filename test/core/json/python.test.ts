// The canonical bytes and float digits against a live Python. `SAMPLES=100000` asks for more than a usual run does;
// `SEED` repeats a run. Where there is no python3, `canonical.test.ts` still holds what it said once.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { floatRepr } from '../../../src/core/json/floatRepr.ts';
import { canonicalOf } from '../../support/canonicalOf.ts';
import { brokenJsonText, jsonText } from '../../support/jsonText.ts';
import { askPython, pythonVersion } from '../../support/python.ts';

const samples = Number(process.env['SAMPLES'] ?? 10_000);
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

describe(`Python says the same (SEED=${seed}, SAMPLES=${samples})`, function () {
  this.timeout(600_000);
  before(function () {
    if (pythonVersion() !== undefined) return;
    console.log('    no python3 here: recorded vectors only');
    this.skip();
  });

  function compare(texts: readonly string[]): void {
    const expected = askPython('canonical(text)', texts);
    const different = texts.flatMap((text, i) => {
      const ours = canonicalOf(text);
      return ours === expected[i] ? [] : [{ text, ours, python: expected[i] }];
    });
    assert.equal(expected.length, texts.length);
    assert.deepEqual(different.slice(0, 3), [], `${different.length} of ${texts.length} differ`);
  }

  it('of the canonical bytes of random documents', () => {
    compare(fc.sample(jsonText, { numRuns: samples, seed }));
  });

  it('of which texts are JSON at all', () => {
    compare(fc.sample(brokenJsonText, { numRuns: Math.ceil(samples / 2), seed }));
  });

  it('of the digits of random doubles', () => {
    const view = new DataView(new ArrayBuffer(8));
    const doubles = fc
      .sample(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { numRuns: samples, seed })
      .map((raw) => {
        view.setBigUint64(0, raw);
        return raw.toString(16).padStart(16, '0');
      });
    const expected = askPython('repr(__import__("struct").unpack(">d", bytes.fromhex(text))[0])', doubles);
    const spelt: Readonly<Record<string, string>> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' };
    for (const [i, raw] of doubles.entries()) {
      view.setBigUint64(0, BigInt(`0x${raw}`));
      const python = expected[i] ?? '';
      assert.equal(floatRepr(view.getFloat64(0)), spelt[python] ?? python, raw);
    }
  });
});
