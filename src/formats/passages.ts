// Passages: texts of a record that its events only pass on. To print events, no strings need to be made of them: the
// record is read with a *mark* in place of each, and where a mark comes out in an event the text is printed as it stands
// in the file. A mark is the lower half of a surrogate pair by itself, which no text that was read from a log holds.

declare const passage: unique symbol;

/**
 * A text that may be long, or a mark in its place. Its type is none of a text, so that nothing looks into it by accident:
 * it is passed on, or looked into through {@link Look}.
 */
export interface Passage {
  readonly [passage]: true;
}

function isPassage(value: unknown): value is Passage {
  return typeof value === 'string';
}

/** A text as a passage, undefined for anything else. */
export function passageIn(value: string): Passage;
export function passageIn(value: unknown): Passage | undefined;
export function passageIn(value: unknown): Passage | undefined {
  return isPassage(value) ? value : undefined;
}

/** No text at all. */
export const NO_TEXT = passageIn('');

/** The passage as the value of a payload. */
export function passOn(text: Passage): string {
  return typeof text === 'string' ? text : '';
}

/** True for the empty text: a mark stands for a long one. */
export function isEmpty(text: Passage): boolean {
  return passOn(text) === '';
}

/** Passages one after another, as the value of a payload. */
export function joined(texts: readonly Passage[], separator: string): string {
  return texts.length === 1 && texts[0] !== undefined ? passOn(texts[0]) : texts.map(passOn).join(separator);
}

/** The way to look into passages. */
export interface Look {
  /** The text itself. */
  whole(text: Passage): string;
  /** Its first UTF-16 units. */
  beginning(text: Passage, units: number): string;
  /** True when the text holds some lower-case letters next to each other. */
  holds(text: Passage, letters: string): boolean;
}

/** For records that were read with all their texts. */
export const WHOLE: Look = {
  whole: passOn,
  beginning: (text, units) => passOn(text).slice(0, units),
  holds: (text, letters) => passOn(text).includes(letters),
};

/** The first mark and how many there are. */
const FIRST = 0xdc00;
export const MARKS = 1 << 10;

/** The number of a mark at a place of a text; negative, or beyond the marks, where there is another unit. */
export function markAt(text: string, at: number): number {
  return text.charCodeAt(at) - FIRST;
}

/** The texts of a record, or of several that one event is made of, that have marks in their place. */
export interface Marked {
  /** What stands between the quotes in the file. Valid until the next record is read. */
  bytesOf(mark: number): Uint8Array;
  readonly count: number;
}

/** Names of members that are not read: of a record itself under the empty text, else of the objects in its members. */
export type Unread = Readonly<Record<string, readonly string[]>>;

/** Reads records with marks. */
export interface MarkedReader extends Marked, Look {
  /** Forgets all marks. */
  clear(): void;
  /**
   * The same as `read` of the record that lies at an offset of the file, where it was read ahead: asked in file order, and
   * before any other since `clear`.
   */
  at(offset: number, length: number): string | undefined;
  /** JSON text of a record with marks, of the bytes of one; undefined where they are to be read with all texts. */
  read(bytes: Uint8Array): string | undefined;
}
