// Recognises Codex logs by the first records, whichever generation wrote them.

import { NUMBER, OBJECT, STRING } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import { isEnvelopeType, isItemType, shortText } from './recordKind.ts';

export type CodexGeneration = 'bare' | 'legacy-envelope' | 'paginated';

/** The generation that the first records belong to, undefined when most of them are of no Codex log. */
export function detectGeneration(first: readonly JsonRecord[]): CodexGeneration | undefined {
  let enveloped = 0;
  let numbered = 0;
  let bare = 0;
  let headers = 0;
  let notes = 0;
  for (const record of first) {
    if (isEnvelope(record)) {
      enveloped += 1;
      if (isNumbered(record)) numbered += 1;
    } else if (isBareHeader(record)) headers += 1;
    else if (isStateNote(record)) notes += 1;
    else if (isBareItem(record)) bare += 1;
  }
  bare += headers + notes;
  // One odd line decides nothing; nor do a few ours among many that are not.
  if ((enveloped + bare) * 2 <= first.length) return undefined;
  if (enveloped >= bare) return numbered * 2 > enveloped ? 'paginated' : 'legacy-envelope';
  // Response items by themselves are what any program that talks to a model may write down.
  // And a session has one header: records that all look like one are rows of some data.
  return notes > 0 || headers === 1 ? 'bare' : undefined;
}

function isEnvelope(record: JsonRecord): boolean {
  const type = shortText(record, 'type', 0);
  return type !== undefined && isEnvelopeType(type) && hasKind(record, 'payload', OBJECT);
}

function isNumbered(record: JsonRecord): boolean {
  return hasKind(record, 'ordinal', NUMBER);
}

function isBareHeader(record: JsonRecord): boolean {
  if (record.member('type') > 0 || record.member('instructions') < 0) return false;
  return hasKind(record, 'id', STRING) && hasKind(record, 'timestamp', STRING);
}

function isStateNote(record: JsonRecord): boolean {
  return shortText(record, 'record_type', 0) === 'state';
}

function isBareItem(record: JsonRecord): boolean {
  const type = shortText(record, 'type', 0);
  return type !== undefined && isItemType(type) && record.member('payload') < 0;
}

function hasKind(record: JsonRecord, key: string, kind: number): boolean {
  const token = record.member(key);
  return token > 0 && record.tape.kindAt(token) === kind;
}
