// The content of messages: a text, or a list of blocks.

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import { objectsIn } from '../lenient.ts';
import { joined, passageIn, passOn, type Look, type Passage } from '../passages.ts';
import { isPlainlyUsers, kindOfText, LONGEST_START, mayHaveReminders, withoutReminders } from './hostText.ts';

export type Content = Passage | readonly JsonValue[] | null | undefined;

/** Blocks of a content; a text is one block. */
export function blocksOf(content: Content): readonly JsonObject[] {
  const alone = passageIn(content);
  return alone === undefined ? objectsIn(content) : [{ type: 'text', text: passOn(alone) }];
}

/** The texts of the text blocks. */
export function textsOf(content: Content): readonly Passage[] {
  const alone = passageIn(content);
  return alone === undefined ? textsIn(objectsIn(content), 'text') : [alone];
}

/** The texts of the blocks of a type: each stands in the member of its name. */
export function textsIn(blocks: readonly JsonObject[], type: 'text' | 'thinking'): readonly Passage[] {
  const texts: Passage[] = [];
  for (const block of blocks) {
    const text = block['type'] === type ? passageIn(block[type]) : undefined;
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

/** What the user wrote: what the program put in beside it is left out. */
export function userTextOf(content: Content, look: Look): string {
  const texts = textsOf(content);
  const [first] = texts;
  if (first !== undefined && texts.length === 1) return usersPart(first, look) ?? '';
  return texts.flatMap((text) => usersPart(text, look) ?? []).join('\n');
}

/** How many characters of a text tell for nearly all that the user wrote it. */
const FIRST_LOOK = 16;

/** What of a text the user wrote, undefined where that is nothing. */
function usersPart(text: Passage, look: Look): string | undefined {
  if (isPlainlyUsers(look.beginning(text, FIRST_LOOK))) return passOn(text);
  const beginning = look.beginning(text, LONGEST_START);
  if (!mayHaveReminders(beginning)) return kindOfText(beginning) === 'user' ? passOn(text) : undefined;
  const whole = look.whole(text);
  return kindOfText(whole) === 'user' ? withoutReminders(whole) : undefined;
}

/** How many images a content has: their bytes stay in the log. */
export function imagesIn(content: Content): { images?: number } {
  const images = blocksOf(content).filter((block) => block['type'] === 'image').length;
  return images > 0 ? { images } : {};
}

/** What a tool gave back: its text, or its blocks where they are more than texts. */
export function resultOf(content: Content): JsonValue {
  if (content === null || content === undefined) return '';
  const alone = passageIn(content);
  if (alone !== undefined) return passOn(alone);
  const given = Array.isArray(content) ? content : [];
  const isAllText = given.every((block) => isJsonObject(block) && block['type'] === 'text');
  if (isAllText) return joined(textsOf(content), '\n');
  return given.map((block: JsonValue) => (isJsonObject(block) ? withoutBytes(block) : block));
}

/** An image or a document without its bytes. */
function withoutBytes(block: JsonObject): JsonObject {
  const source = block['source'];
  if (!isJsonObject(source) || typeof source['data'] !== 'string') return block;
  const { data, ...rest } = source;
  return { ...block, source: { ...rest, base64_length: data.length } };
}

/**
 * Texts of a reply's lines in order. A line that repeats a text, or that begins with what came before it (a reply that
 * was written while it grew), does not say it twice.
 */
export function joinedOnce(texts: readonly Passage[], look: Look): string {
  const [first] = texts;
  if (texts.length <= 1) return first === undefined ? '' : passOn(first);
  const kept: string[] = [];
  for (const passage of texts) {
    const text = look.whole(passage);
    const last = kept.at(-1);
    if (text === '' || text === last) continue;
    if (last !== undefined && last !== '' && text.startsWith(last)) kept.pop();
    kept.push(text);
  }
  return kept.join('\n');
}
