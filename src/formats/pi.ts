// Pi (badlogic/pi-mono, earendil-works/pi) and its fork oh-my-pi: a header, then entries that name their parents.

import type { JsonRecord } from '../core/record.ts';
import { numberMember, textMember } from './lenient.ts';
import type { NativeFormat } from './native.ts';
import { isHeader } from './pi/header.ts';
import { PASSED_ON, UNREAD } from './pi/records.ts';
import { statusOfType } from './pi/rows.ts';
import { PiSurvey } from './pi/survey.ts';

export const pi: NativeFormat = {
  id: 'pi',
  label: 'Pi',
  passedOn: PASSED_ON,
  unread: UNREAD,
  detect: generationOf,
  survey: (generation, report) => new PiSurvey(generation, report),
};

/** A version that is not named is the first; oh-my-pi writes a title before the header. */
function generationOf(first: readonly JsonRecord[]): string | undefined {
  const header = first.find(isHeader);
  if (header === undefined) return undefined;
  const position = first.indexOf(header);
  const after = first.slice(position + 1);
  // Other programs write such a header too, but no such entries.
  if (after.length > 0 && !after.some(isEntry)) return undefined;
  const before = first.slice(0, position);
  const isTitled = before.some((record) => textMember(record, 'type') === 'title');
  const version = numberMember(header, 'version') ?? 1;
  return `v${version}${isTitled ? ' (oh-my-pi)' : ''}`;
}

function isEntry(record: JsonRecord): boolean {
  return statusOfType(textMember(record, 'type') ?? '') !== 'unknown' || record.member('parentId') > 0;
}
