// UTF-8 to text, faster than the general way: the kernel makes of the bytes what the platform copies into a string.

import { Buffer, isAscii } from 'node:buffer';
import { decodeUtf8 } from '../core/json/utf8.ts';
import { openKernel } from '../core/kernel.ts';

/** Shorter texts gain nothing. */
const SHORT = 64;

/** A reader of UTF-8 texts; without the kernel's module it decodes the general way what is not plain ASCII. */
export function textReader(module: WebAssembly.Module | undefined): (bytes: Uint8Array) => string {
  if (module === undefined) return textOf;
  const kernel = openKernel(module);
  kernel.start();
  const memory = Buffer.from(kernel.memory.buffer);
  const [from, at] = [kernel.inputAt(), kernel.outputAt()];
  // In UTF-16 a text of one byte per character takes two.
  const longest = kernel.inputSize() / 2;
  return (bytes) => {
    const { length } = bytes;
    if (length < SHORT || length > longest) return textOf(bytes);
    memory.set(bytes, from);
    if (isAscii(bytes)) return stringIn(memory, 'latin1', from, from + length);
    const to = kernel.narrow(from, from + length, at);
    if (to !== 0) return stringIn(memory, 'latin1', at, to);
    const wideTo = kernel.widen(from, from + length, at);
    return wideTo === 0 ? decodeUtf8(bytes) : stringIn(memory, 'utf16le', at, wideTo);
  };
}

/** Longer strings are put together: in one piece they would lie outside the heap, and be forgotten late. */
const PIECE = 1 << 19;

/** A text of some bytes of memory. */
export function stringIn(memory: Buffer, encoding: 'latin1' | 'utf16le', from: number, to: number): string {
  if (to - from <= PIECE) return memory.toString(encoding, from, to);
  let text = '';
  for (let at = from; at < to; at += PIECE) text += memory.toString(encoding, at, Math.min(to, at + PIECE));
  return text;
}

/** UTF-8 to text. Most records are plain ASCII, for which no decoding is needed. */
export function textOf(bytes: Uint8Array): string {
  if (!isAscii(bytes)) return decodeUtf8(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
