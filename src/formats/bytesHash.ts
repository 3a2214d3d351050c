// Hashes of stretches of records, by which equal texts and ids are found. What they find is then compared, or was written
// by one program: nothing is trusted that only has the hash of another.

/** Up to this length bytes are put together one by one. */
const SHORT = 64;

let view: DataView = new DataView(new ArrayBuffer(0));

/** A hash of the bytes `[from, to)`, four at a time, going on from `seed`: 32 bits with a sign, the low ones no better than others. */
export function bytesHash(bytes: Uint8Array, from: number, to: number, seed: number): number {
  let value = seed;
  let i = from;
  if (to - from <= SHORT) {
    for (; i + 4 <= to; i += 4) {
      const low = (bytes[i] ?? 0) | ((bytes[i + 1] ?? 0) << 8);
      value = mixed(value, low | ((bytes[i + 2] ?? 0) << 16) | ((bytes[i + 3] ?? 0) << 24));
    }
  } else {
    // Most records lie in the same memory.
    if (view.buffer !== bytes.buffer) view = new DataView(bytes.buffer);
    const base = bytes.byteOffset;
    for (; i + 4 <= to; i += 4) value = mixed(value, view.getUint32(base + i, true));
  }
  for (; i < to; i++) value = Math.imul(value ^ (bytes[i] ?? 0), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return value ^ (value >>> 13);
}

function mixed(value: number, word: number): number {
  const product = Math.imul(value ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}
