// Older versions of Gemini CLI keep a session as one JSON text that is laid out over many lines. Line feeds in a JSON text
// are white space: with spaces in their place it is one record, and every byte stays where it was.

import { decodeUtf8 } from '../core/json/utf8.ts';
import type { ByteSource } from '../engine/byteSource.ts';

/** How much of a file is looked at. */
const START_BYTES = 4096;
const LF = 0x0a;
const SPACE = 0x20;

/** A session that is one JSON text, as one line; any other source as it is. */
export function onOneLine(source: ByteSource): ByteSource {
  if (!isSessionDocument(source.read(0, START_BYTES))) return source;
  const joined = (offset: number, bytes: Uint8Array): Uint8Array => {
    const last = source.size() - 1 - offset;
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
      if (at !== last) bytes[at] = SPACE;
    }
    return bytes;
  };
  return {
    size: () => source.size(),
    read: (offset, length) => joined(offset, source.read(offset, length).slice()),
    close: () => {
      source.close();
    },
  };
}

/** True for the beginning of a session that is one JSON text: its first line is an opening brace alone. */
function isSessionDocument(start: Uint8Array): boolean {
  if (start.indexOf(LF) > 8) return false;
  const text = decodeUtf8(start, 0, start.length);
  return /^\uFEFF?\{\s*\n\s*"/.test(text) && text.includes('"sessionId":') && text.includes('"projectHash":');
}
