// A second, independent implementation of the canonical bytes for the plain events that tests make: no floats, no
// integers beyond 2^53, no lone surrogates. What Python says is recorded in the fixtures and asked in the properties.

import { createHash } from 'node:crypto';

export type Json = null | boolean | number | string | readonly Json[] | JsonMembers;
export interface JsonMembers {
  readonly [key: string]: Json;
}

/** Canonical text of plain data. */
export function canonicalText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalText(member)}`).join(',')}}`;
}

/** Fingerprint of a list of events. */
export function fingerprintOf(events: readonly JsonMembers[]): string {
  return createHash('sha256').update(canonicalText(events)).digest('hex');
}
