/** Shortest fragment that can be told to be the beginning of a record: more than its first brace and key. */
const SHORTEST = 16;

/**
 * True when a torn fragment is the beginning of a later record: the writer was cut off, and wrote the whole record anew.
 * Nothing is lost then but time.
 */
export function isCompleteCopy(fragment: Uint8Array, record: Uint8Array): boolean {
  if (fragment.length < SHORTEST || fragment.length > record.length) return false;
  return fragment.every((byte, at) => record[at] === byte);
}
