import { ByteWriter } from '../../src/core/json/byteWriter.ts';
import { isEncodable, writeCanonical } from '../../src/core/json/canonical.ts';
import { scanJson, skipWhitespace } from '../../src/core/json/scan.ts';
import { Tape } from '../../src/core/json/tape.ts';
import { bytesOf } from './journal.ts';

const tape = new Tape();
const writer = new ByteWriter();

/** Canonical text of a whole JSON text; `!invalid` and `!surrogate` where there is none. */
export function canonicalOf(text: string | Uint8Array): string {
  const bytes = bytesOf(text);
  const scan = scanJson(bytes, 0, bytes.length, tape);
  if (!scan.ok || skipWhitespace(bytes, scan.end, bytes.length) < bytes.length) return '!invalid';
  writer.clear();
  writeCanonical(bytes, tape, 0, writer);
  return isEncodable(tape, writer.bytes()) ? Buffer.from(writer.bytes()).toString() : '!surrogate';
}
