// Hashes of stretches of records, by which equal texts and ids are found. What they find is then compared, or was written
// by one program: nothing is trusted that only has the hash of another.

let view: DataView = new DataView(new ArrayBuffer(0));

/** A hash of the bytes `[from, to)`, four at a time, going on from `seed`: 32 bits, the low ones no better than others. */
export function bytesHash(bytes: Uint8Array, from: number, to: number, seed: number): number {
  // Most records lie in the same memory.
  if (view.buffer !== bytes.buffer) view = new DataView(bytes.buffer);
  const start = bytes.byteOffset + from;
  const end = bytes.byteOffset + to;
  let value = seed;
  let i = start;
  for (; i + 4 <= end; i += 4) {
    value = Math.imul(value ^ view.getUint32(i, true), 0x9e3779b1);
    value ^= value >>> 15;
  }
  for (; i < end; i++) value = Math.imul(value ^ view.getUint8(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
