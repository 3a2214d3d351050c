// What the program put aside while a turn was running, and gave to the model in the middle of it.

import type * as z from 'zod';
import { textIn } from '../lenient.ts';
import type { Look } from '../passages.ts';
import { isUsers, textsOf } from './blocks.ts';
import type { attachment } from './records.ts';

/** True for a message that a person typed meanwhile: it stands in no record of the user. */
export function isTyped(about: z.infer<typeof attachment>['attachment'], look: Look): boolean {
  const { type, prompt, commandMode = 'prompt', isMeta, origin } = about;
  if (type !== 'queued_command' || commandMode !== 'prompt' || isMeta === true) return false;
  const kind = textIn(origin?.['kind']) ?? 'human';
  const isPersons = kind === 'human' || kind === 'channel';
  return isPersons && textsOf(prompt).some((text) => isUsers(text, look));
}
