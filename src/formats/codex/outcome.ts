// What a tool gave back. Codex records it as text for the model; what of it is outcome and what is output is told by
// the forms that its versions use.

import { isJsonObject, type JsonValue } from '../../core/json/value.ts';
import { argumentsIn, numberIn, objectsIn, textIn } from '../lenient.ts';

export interface Outcome {
  readonly text: string;
  /** Undefined where the record does not say. */
  readonly ok: boolean | undefined;
  readonly exitCode: number | undefined;
  readonly durationMs: number | undefined;
  readonly images: number;
}

/** How a text for the model says that a command ended. */
const EXIT = /^(?:Process exited with code|Exit code:|exit code:) (-?\d+)/m;
/** The lines before a command's own output, which alone may be believed. */
const OUTPUT_STARTS = /^(?:Output|Total output lines):?/m;
const HEAD_CHARACTERS = 1024;

/** Reads the output of a call: a text, parts, or the text of an object with metadata. */
export function outcomeOf(output: JsonValue | undefined): Outcome {
  if (typeof output === 'string') return ofText(output);
  if (Array.isArray(output)) return ofParts(output);
  if (!isJsonObject(output)) return { ...NOTHING, text: '' };
  const { content, success } = output;
  const inner = typeof content === 'string' ? ofText(content) : ofParts(content ?? output['content_items']);
  return typeof success === 'boolean' ? { ...inner, ok: success } : inner;
}

const NOTHING = { ok: undefined, exitCode: undefined, durationMs: undefined, images: 0 };

function ofText(text: string): Outcome {
  const parsed = text.startsWith('{"output"') ? argumentsIn(text) : undefined;
  const metadata = isJsonObject(parsed) ? parsed['metadata'] : undefined;
  if (isJsonObject(parsed) && isJsonObject(metadata)) {
    const exitCode = numberIn(metadata['exit_code']);
    const seconds = numberIn(metadata['duration_seconds']);
    return {
      text: textIn(parsed['output']) ?? '',
      ok: exitCode === undefined ? undefined : exitCode === 0,
      exitCode,
      durationMs: seconds === undefined ? undefined : Math.round(seconds * 1000),
      images: 0,
    };
  }
  const head = text.slice(0, HEAD_CHARACTERS);
  const own = OUTPUT_STARTS.exec(head)?.index ?? 0;
  const exit = EXIT.exec(head.slice(0, own));
  const exitCode = exit === null ? undefined : Number(exit[1]);
  const ok = exitCode === undefined ? undefined : exitCode === 0;
  return { text, ok, exitCode, durationMs: undefined, images: 0 };
}

function ofParts(parts: JsonValue | undefined): Outcome {
  const items = objectsIn(parts);
  const texts = items.map((item) => textIn(item['text'])).filter((text) => text !== undefined);
  const images = items.filter((item) => item['type'] === 'input_image').length;
  return { ...NOTHING, text: texts.join('\n'), images };
}
