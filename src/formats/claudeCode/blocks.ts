// The content of messages: a text, or a list of blocks.

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import { objectsIn, textIn } from '../lenient.ts';
import { kindOfText, withoutReminders } from './hostText.ts';

export type Content = string | readonly JsonValue[] | null | undefined;

/** Blocks of a content; a text is one block. */
export function blocksOf(content: Content): readonly JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsIn(content);
}

/** The texts of the text blocks. */
export function textsOf(content: Content): string[] {
  return blocksOf(content).flatMap((block) =>
    block['type'] === 'text' ? (textIn(block['text']) ?? []) : [],
  );
}

/** What the user wrote: what the program put in beside it is left out. */
export function userTextOf(content: Content): string {
  return textsOf(content)
    .filter((text) => kindOfText(text) === 'user')
    .map(withoutReminders)
    .join('\n');
}

/** How many images a content has: their bytes stay in the log. */
export function imagesIn(content: Content): { images?: number } {
  const images = blocksOf(content).filter((block) => block['type'] === 'image').length;
  return images > 0 ? { images } : {};
}

/** What a tool gave back: its text, or its blocks where they are more than texts. */
export function resultOf(content: Content): JsonValue {
  if (content === null || content === undefined || typeof content === 'string') return content ?? '';
  const blocks = content.map((block) => (isJsonObject(block) ? withoutBytes(block) : block));
  const isAllText = blocks.every((block) => isJsonObject(block) && block['type'] === 'text');
  return isAllText ? textsOf(content).join('\n') : blocks;
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
export function joinedOnce(texts: readonly string[]): string {
  const kept: string[] = [];
  for (const text of texts) {
    const last = kept.at(-1);
    if (text === '' || text === last) continue;
    if (last !== undefined && last !== '' && text.startsWith(last)) kept.pop();
    kept.push(text);
  }
  return kept.join('\n');
}
