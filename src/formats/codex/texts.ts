// Texts of messages and reasoning as one text each.

import type * as z from 'zod';
import type { JsonObject } from '../../core/json/value.ts';
import { readAs } from '../lenient.ts';
import { reasoning, type message } from './records.ts';

type Content = z.infer<typeof message>['content'];

/** The texts of a message's parts, joined as Codex shows them, and how many images are among them. */
export function textOfParts(content: Content): { readonly text: string; readonly images: number } {
  if (typeof content === 'string') return { text: content, images: 0 };
  const parts = content ?? [];
  const images = parts.filter(({ type }) => IMAGES.has(type ?? '')).length;
  return { text: parts.map(({ text }) => text ?? '').join(''), images };
}

const IMAGES = new Set(['input_image', 'image', 'local_image', 'localImage']);

/** The text of a reasoning item that can be read: its summary, and what is not encrypted. */
export function reasoningText(body: JsonObject): string {
  const { summary, content } = readAs(reasoning, body) ?? {};
  const paragraphs = [summary, content].flatMap((parts) =>
    typeof parts === 'string' ? [parts] : (parts ?? []).map(({ text }) => text ?? ''),
  );
  return paragraphs.filter((text) => text !== '').join('\n\n');
}
