// What a tool gave back. Codex records it as text for the model; what of it is outcome and what is output is told by
// the forms that its versions use.

import { isJsonObject, type JsonValue } from '../../core/json/value.ts';
import { argumentsIn, numberIn, objectsIn, textIn } from '../lenient.ts';
import { joined, passageIn, passOn, type Look, type Passage } from '../passages.ts';

export interface Outcome {
  readonly text: string;
  /** What the text begins with, where it was only passed on. */
  readonly first: Passage | undefined;
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

/** The letters that all ways to say how a command ended have. */
const EXIT_LETTERS = 'xit';
/** How the text of an object with metadata begins. */
const OBJECT_START = '{"output"';

/** Reads the output of a call: a text, parts, or the text of an object with metadata. */
export function outcomeOf(output: JsonValue | undefined, look: Look): Outcome {
  const text = passageIn(output);
  if (text !== undefined) return ofText(text, look);
  if (Array.isArray(output)) return ofParts(output);
  if (!isJsonObject(output)) return { ...NOTHING, text: '', first: undefined };
  const { content, success } = output;
  const inner = passageIn(content);
  const told = inner === undefined ? ofParts(content ?? output['content_items']) : ofText(inner, look);
  return typeof success === 'boolean' ? { ...told, ok: success } : told;
}

const NOTHING = { ok: undefined, exitCode: undefined, durationMs: undefined, images: 0 };

function ofText(passage: Passage, look: Look): Outcome {
  const isObject = look.beginning(passage, OBJECT_START.length) === OBJECT_START;
  const parsed = isObject ? argumentsIn(look.whole(passage)) : undefined;
  const metadata = isJsonObject(parsed) ? parsed['metadata'] : undefined;
  if (isJsonObject(parsed) && isJsonObject(metadata)) {
    const exitCode = numberIn(metadata['exit_code']);
    const seconds = numberIn(metadata['duration_seconds']);
    return {
      text: textIn(parsed['output']) ?? '',
      first: undefined,
      ok: exitCode === undefined ? undefined : exitCode === 0,
      exitCode,
      durationMs: seconds === undefined ? undefined : Math.round(seconds * 1000),
      images: 0,
    };
  }
  const exitCode = look.holds(passage, EXIT_LETTERS)
    ? exitCodeIn(look.beginning(passage, HEAD_CHARACTERS))
    : undefined;
  const ok = exitCode === undefined ? undefined : exitCode === 0;
  return { text: passOn(passage), first: passage, ok, exitCode, durationMs: undefined, images: 0 };
}

function exitCodeIn(head: string): number | undefined {
  const own = OUTPUT_STARTS.exec(head)?.index ?? 0;
  const exit = EXIT.exec(head.slice(0, own));
  return exit === null ? undefined : Number(exit[1]);
}

function ofParts(parts: JsonValue | undefined): Outcome {
  const items = objectsIn(parts);
  const texts = items.map((item) => passageIn(item['text'])).filter((text) => text !== undefined);
  const images = items.filter((item) => item['type'] === 'input_image').length;
  return { ...NOTHING, text: joined(texts, '\n'), first: texts[0], images };
}
