// Text from a journal is hostile: it may hide itself with control and bidirectional characters, or be megabytes
// long. What we put into labels, tooltips and dialogs goes through here.

/** The longest label. */
const LABEL_LIMIT = 300;

// C0 and C1 controls, invisible and bidirectional formatting, line separators, the BOM, tags, lone surrogates.
// The two joiners stay: emoji and several scripts need them.
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- controls are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** Cuts after `limit` UTF-16 units with an ellipsis, never inside a surrogate pair. */
export function bounded(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = limit - 1;
  const splitsPair = /[\ud800-\udbff]/.test(text.charAt(end - 1)) && /[\udc00-\udfff]/.test(text.charAt(end));
  return `${text.slice(0, splitsPair ? end - 1 : end)}…`;
}

/** Text that hides nothing: invisible characters become U+FFFD; line breaks and tabs stay. */
export function visibleText(text: string, limit: number): string {
  return bounded(text, limit).replace(HIDDEN, (found) =>
    found === '\n' || found === '\t' ? found : found === '\r' ? '' : '\ufffd',
  );
}

/** One line, bounded, hiding nothing: for labels and descriptions. */
export function labelText(text: string, limit: number = LABEL_LIMIT): string {
  // Four times the limit is enough to fill a label even if three of four characters are blanks.
  const line = text
    .slice(0, limit * 4)
    .replace(/\s+/gu, ' ')
    .trim();
  return bounded(line.replace(HIDDEN, '\ufffd'), limit);
}

/** A label for a notification, where `[text](command:…)` would otherwise become a link. */
export function noticeText(text: string, limit = 120): string {
  return labelText(text, limit).replaceAll('](', '] (');
}
