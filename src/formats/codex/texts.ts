// Texts of messages and reasoning as one text each.

import type * as z from 'zod';
import type { JsonObject } from '../../core/json/value.ts';
import { readAs } from '../lenient.ts';
import { isEmpty, joined, passageIn, passOn, type Passage } from '../passages.ts';
import { reasoning, type message } from './records.ts';

type Content = z.infer<typeof message>['content'];

/** The texts of a message's parts, joined as Codex shows them, and how many images are among them. */
export function textOfParts(content: Content): { readonly text: string; readonly images: number } {
  const alone = passageIn(content);
  if (alone !== undefined) return { text: passOn(alone), images: 0 };
  const texts: Passage[] = [];
  let images = 0;
  if (Array.isArray(content)) {
    for (const { type, text } of content) {
      if (IMAGES.has(type ?? '')) images += 1;
      if (text !== null && text !== undefined) texts.push(text);
    }
  }
  return { text: joined(texts, ''), images };
}

const IMAGES = new Set(['input_image', 'image', 'local_image', 'localImage']);

/** The text of a reasoning item that can be read: its summary, and what is not encrypted. */
export function reasoningText(body: JsonObject): string {
  const { summary, content } = readAs(reasoning, body) ?? {};
  const paragraphs = [...passagesOf(summary), ...passagesOf(content)];
  return joined(
    paragraphs.filter((text) => !isEmpty(text)),
    '\n\n',
  );
}

function passagesOf(content: Content): readonly Passage[] {
  const alone = passageIn(content);
  if (alone !== undefined) return [alone];
  return Array.isArray(content) ? content.flatMap(({ text }) => text ?? []) : [];
}
