/** A run of JSON text of one kind. */
export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'literal' | 'plain';
  readonly text: string;
}

// A string (closed or not) with the colon after it, if any; a number; a literal.
const TOKEN =
  /("[^"\\\n]*(?:\\.[^"\\\n]*)*"?)(?=(\s*:)?)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

/**
 * Cuts JSON text into coloured runs; their texts joined are the text given. Never fails: the text may be damaged,
 * and what is no token is plain.
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) yield { kind: 'plain', text: text.slice(end, match.index) };
    end = match.index + match[0].length;
    yield { kind: kindOf(match), text: match[0] };
  }
  if (end < text.length) yield { kind: 'plain', text: text.slice(end) };
}

function kindOf(match: RegExpExecArray): JsonToken['kind'] {
  if (match[1] !== undefined) return match[2] === undefined ? 'string' : 'key';
  return match[3] === undefined ? 'literal' : 'number';
}
