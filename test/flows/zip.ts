import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006', 'latin1');
const DIRECTORY_ENTRY = 0x02014b50;

/** The files in a zip archive by name; no more of the format than a .vsix uses. */
export function readZip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(END_OF_DIRECTORY);
  if (end < 0) throw new Error('This is no zip archive.');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('The directory of the archive is damaged.');
    const isStored = zip.readUInt16LE(at + 10) === 0;
    const packedLength = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    // The local header before the data has lengths of its own.
    const header = zip.readUInt32LE(at + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const packed = zip.subarray(start, start + packedLength);
    files.set(name, isStored ? packed : inflateRawSync(packed));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
