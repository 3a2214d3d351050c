// Zstandard frames written by hand (RFC 8878): blocks of raw bytes, which need no compressor.

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

/** A frame whose blocks hold bytes as they are. `windowLog` is the size of the window that it asks for, as a power of two. */
export function zstdFrame(bytes: Uint8Array, windowLog = 20): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.from([...MAGIC, 0x00, (windowLog - 10) << 3])];
  const size = 1 << 16;
  for (let at = 0; at < bytes.length || at === 0; at += size) {
    const block = bytes.subarray(at, at + size);
    const isLast = at + size >= bytes.length;
    const header = (block.length << 3) | (isLast ? 1 : 0);
    parts.push(Uint8Array.from([header & 0xff, (header >> 8) & 0xff, header >> 16]), block);
  }
  return Buffer.concat(parts);
}

/** A frame of one repeated byte: a few bytes that unpack to `length`. */
export function zstdBomb(length: number): Uint8Array {
  const parts: number[] = [...MAGIC, 0x00, (20 - 10) << 3];
  const size = 1 << 17;
  for (let left = length; left > 0; left -= size) {
    const header = (Math.min(left, size) << 3) | (1 << 1) | (left <= size ? 1 : 0);
    parts.push(header & 0xff, (header >> 8) & 0xff, header >> 16, 0x20);
  }
  return Uint8Array.from(parts);
}
