import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { PrefixFingerprints } from '../../src/core/fingerprint.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import { fingerprintOf } from '../support/canonical.ts';
import { bytesOf, edit, events, journal, read, rewrite } from '../support/journal.ts';

const spec = 'start user:hello req chunk:a final:ab req call:c1 result:c1 req resp:bye stop:completed';
const lines = journal(spec);

const RECORDED = [
  '055d4a6642a72c84253017bcdf3da42274bda653c89139de9f263a27dca316c8',
  '9d244907e091a42a0fc56446add437d516f3f55f80325a719b764079709cf0f6',
  'b4d6af63ce9f6ea60ee6f6708305e3a3dfc898a791376fc1a4d714dee29ed2f2',
];

/** Fingerprints of all prefixes of a journal. */
function all(input: readonly string[]): (string | undefined)[] {
  const { prefixes } = read(input);
  return input.map((_, i) => prefixes.at(i + 1));
}

/** The list of numbers 0, 1, 2, … as canonical bytes, and how often each was asked for again. */
function numbers(count: number): { prefixes: PrefixFingerprints; asked: number[] } {
  const asked: number[] = [];
  const prefixes = new PrefixFingerprints(newSha256, (index) => {
    asked.push(index);
    return bytesOf(String(index));
  });
  for (let i = 0; i < count; i++) prefixes.add(bytesOf(String(i)));
  return { prefixes, asked };
}

describe('fingerprints', () => {
  it('of every prefix, from one pass', () => {
    assert.deepEqual(
      all(lines),
      lines.map((_, i) => fingerprintOf(events(spec).slice(0, i + 1))),
    );
  });

  it('as recorded from Python', () => {
    // json.dumps(list, ensure_ascii=False, sort_keys=True, separators=(",", ":")), SHA-256, over the first 1, 3 and all.
    const recorded = all(lines);
    assert.deepEqual([recorded[0], recorded[2], recorded[10]], RECORDED);
  });

  it('do not see white space, escapes or the order of keys', () => {
    const other = lines.map((line) =>
      line.replace('"type"', ' "ty\\u0070e" ').replace(/^\{("[^,]*),(.*)\}$/, '{$2,$1}'),
    );
    assert.notDeepEqual(other, lines);
    assert.deepEqual(all(other), all(lines));
  });

  it('see every other change', () => {
    for (let at = 0; at < lines.length; at++) {
      const changed = all(edit(lines, at, { payload: { changed: true } }));
      assert.deepEqual(changed.slice(0, at), all(lines).slice(0, at));
      for (let i = at; i < lines.length; i++) assert.notEqual(changed[i], all(lines)[i]);
    }
  });

  it('are unavailable from half a surrogate pair on, never a guess', () => {
    const broken = all(rewrite(lines, 2, (line) => line.replace('"turn"', '"\\ud800"')));
    assert.deepEqual(broken.slice(0, 2), all(lines).slice(0, 2));
    assert.deepEqual(new Set(broken.slice(2)), new Set([undefined]));
  });

  it('count a retry once', () => {
    const { prefixes } = read(lines.toSpliced(3, 0, lines[1] ?? ''));
    assert.equal(prefixes.count, lines.length);
    assert.equal(prefixes.at(lines.length), fingerprintOf(events(spec)));
  });

  for (const count of [-1, 0, 12, 1.5, NaN, Infinity])
    it(`of ${count} of 11 events there is none`, () =>
      assert.equal(read(lines).prefixes.at(count), undefined));

  it('of earlier prefixes, hashing again at most 512 events', () => {
    const { prefixes, asked } = numbers(5000);
    const expected = (count: number) => fingerprintOfNumbers(count);
    for (const count of [1, 2, 1023, 1024, 1025, 2048, 4096, 4999, 5000, 4999, 4500, 4600, 1500, 1400, 1]) {
      asked.length = 0;
      assert.equal(prefixes.at(count), expected(count), `${count}`);
      assert.ok(asked.length < 512, `${count}: ${asked.length} asked`);
    }
  });

  it('of earlier prefixes of large events, hashing again few bytes', () => {
    const event = (index: number) => bytesOf(JSON.stringify(String(index).repeat(30_000)));
    let again = 0;
    const canonicalOf = (index: number) => {
      again += event(index).length;
      return event(index);
    };
    const prefixes = new PrefixFingerprints(newSha256, canonicalOf);
    for (let i = 0; i < 40; i++) prefixes.add(event(i));
    for (const count of [39, 20, 7, 1]) {
      again = 0;
      const all = Array.from({ length: count }, (_, i) => Buffer.from(event(i)).toString());
      assert.equal(
        prefixes.at(count),
        createHash('sha256')
          .update(`[${all.join(',')}]`)
          .digest('hex'),
      );
      assert.ok(again < 320_000, `${again} bytes`);
    }
  });

  it('of prefixes that grow, as the claims in a journal do, hashing each event again once', () => {
    const { prefixes, asked } = numbers(3000);
    for (let count = 1; count < 3000; count += 7)
      assert.equal(prefixes.at(count), fingerprintOfNumbers(count));
    assert.ok(asked.length <= 3000, `${asked.length} asked`);
  });

  it('of a list that grows', () => {
    const { prefixes } = numbers(3);
    const before = prefixes.at(3);
    prefixes.add(bytesOf('3'));
    assert.equal(prefixes.at(4), fingerprintOfNumbers(4));
    assert.equal(prefixes.at(3), before);
  });

  it('of events that stay where they are, in any mixture with others', () => {
    // How many staying events come in a row, and whether another one follows them.
    const runs = fc.array(fc.tuple(fc.nat(5), fc.boolean()), { maxLength: 20 });
    fc.assert(
      fc.property(runs, (mixture) => {
        const prefixes = new PrefixFingerprints(newSha256, (index) => bytesOf(String(index)));
        const buffer = new Uint8Array(64);
        let count = 0;
        for (const [staying, isMore] of mixture) {
          // A new filling of the same buffer, each event with a comma before it, and a gap now and then.
          let at = staying % 3;
          for (let i = 0; i < staying; i++) {
            const text = bytesOf(`,${count}`);
            if (i === 3) at += 2;
            buffer.set(text, at);
            prefixes.addStaying({ bytes: buffer, from: at + 1, to: at + text.length });
            at += text.length;
            count += 1;
          }
          prefixes.settle();
          buffer.fill(0);
          if (isMore) prefixes.add(bytesOf(String(count++)));
        }
        for (const at of [1, count >> 1, count])
          assert.equal(prefixes.at(at), at < 1 || at > count ? undefined : fingerprintOfNumbers(at));
      }),
      { numRuns: 200 },
    );
  });

  it('asked for while events still stay are of all of them', () => {
    const prefixes = new PrefixFingerprints(newSha256, (index) => bytesOf(String(index)));
    const buffer = bytesOf(Array.from({ length: 3_000 }, (_, i) => `,${i}`).join(''));
    let at = 0;
    for (let i = 0; i < 3_000; i++) {
      const to = at + 1 + String(i).length;
      prefixes.addStaying({ bytes: buffer, from: at + 1, to });
      at = to;
      if (i % 700 === 0) assert.equal(prefixes.at(i + 1), fingerprintOfNumbers(i + 1));
    }
    for (const count of [1_024, 2_048, 2_999, 3_000])
      assert.equal(prefixes.at(count), fingerprintOfNumbers(count));
  });
});

function fingerprintOfNumbers(count: number): string {
  const hash = newSha256();
  hash.update(bytesOf(JSON.stringify(Array.from({ length: count }, (_, i) => i))));
  return hash.digest();
}
