const LONGEST = 80;

/**
 * Text from a journal as part of a sentence: cut short, on one line, with control and direction characters shown as
 * their code points, so that hostile text can neither break the line nor turn it around.
 */
export function quote(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `“${neutralise(cut)}”`;
}

/** Control, format and lone surrogate characters replaced by `␀`-like pictures or `U+XXXX`. */
export function neutralise(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
}
