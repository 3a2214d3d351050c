// Everything that comes from a journal is hostile: it reaches the page as text nodes and attribute values only, and
// what has no shape of its own (control characters, bidi overrides, invisible tags) is replaced by something seen.

/**
 * Characters that change how their neighbours look, or that look like nothing at all. Zero-width joiners are left
 * alone: emoji and several scripts are spelt with them.
 */
const UNSEEN =
  /[\p{Cc}\p{Bidi_Control}\u2028\u2029\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Code point → the visible stand-in: Unicode's own pictures of controls, else the number in brackets. */
function standIn(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/**
 * Makes a text safe to show on one line: line ends become `⏎`, tabs a space, everything unseen its stand-in. The
 * result has no character that can reorder, hide or break what stands beside it.
 */
export function oneLine(text: string): string {
  return text
    .replace(/\r\n|\n|\r/g, '⏎')
    .replaceAll('\t', ' ')
    .replace(UNSEEN, standIn);
}

/** The same for a text of several lines: line feeds and tabs keep their meaning. */
export function manyLines(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === '\n' || character === '\t' ? character : standIn(character),
  );
}
