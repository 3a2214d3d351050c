import { Buffer, isAscii } from 'node:buffer';
import { decodeUtf8 } from '../core/json/utf8.ts';

/** UTF-8 to text. Most records are plain ASCII, for which no decoding is needed. */
export function textOf(bytes: Uint8Array): string {
  if (!isAscii(bytes)) return decodeUtf8(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
