// What `decode(frame(bytes))` gives, one string per stretch: `record {"a":1}`, `damage {"a":  record-torn@1:1-6`,
// `note blank-line@2:1-1`.

import { decode } from '../../src/core/decode.ts';
import type { Decoded } from '../../src/core/decoded.ts';
import { frame } from '../../src/core/frame.ts';
import { JsonRecord } from '../../src/core/record.ts';
import type { Violation } from '../../src/core/violation.ts';
import { bytesOf, chunksOf } from './journal.ts';

export interface Stretch {
  readonly kind: Decoded['kind'];
  readonly line: number;
  /** Absolute byte range; empty for notes. */
  readonly offset: number;
  readonly length: number;
  readonly violations: readonly Violation[];
  /** Names of the members that could be read from a damaged stretch. */
  readonly salvaged: readonly string[];
}

/** All stretches of a file, read in chunks of `chunkSize` bytes. */
export function stretches(input: string | Uint8Array, chunkSize = Infinity): Stretch[] {
  return Array.from(decode(frame(chunksOf(bytesOf(input), chunkSize))), stretch);
}

function stretch(item: Decoded): Stretch {
  switch (item.kind) {
    case 'record': {
      const { offset, bytes, text } = item.record;
      const { violations } = item;
      return { kind: 'record', line: text.line, offset, length: bytes.length, violations, salvaged: [] };
    }
    case 'damage': {
      const { line, offset, length, violation, salvaged } = item;
      return { kind: 'damage', line, offset, length, violations: [violation], salvaged: namesIn(salvaged) };
    }
    case 'note': {
      const { violation } = item;
      const { line, offset } = violation.at;
      return { kind: 'note', line, offset, length: 0, violations: [violation], salvaged: [] };
    }
  }
}

function namesIn(record: JsonRecord | undefined): string[] {
  return record === undefined ? [] : [...record.keys(0)].map((key) => record.string(key));
}

/** The same as strings. */
export function decoded(input: string | Uint8Array): string[] {
  const bytes = bytesOf(input);
  return stretches(bytes).map(({ kind, offset, length, violations }) => {
    const text = new TextDecoder().decode(bytes.subarray(offset, offset + length));
    const marks = violations.map((violation) => markOf(violation));
    return [kind, ...(length > 0 ? [text] : []), ...marks].join(' ');
  });
}

/** `CODE@LINE:COLUMN-END`, and the kind of fault where the code has several. */
function markOf(violation: Violation): string {
  const { code, at } = violation;
  const which = code === 'json-invalid' ? `(${violation.fault})` : '';
  const last = code === 'record-torn' && violation.last ? '(last)' : '';
  return `${code}${which}${last}@${at.line + 1}:${at.start + 1}-${at.end + 1}`;
}
