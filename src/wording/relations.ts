import type { Relation } from '../protocol.ts';

const RELATIONS: Readonly<Record<Relation, string>> = {
  'forked-from': 'forked from',
  'history-base': 'continues',
  'parent-session': 'parent',
  subagent: 'subagent',
  'spawned-by': 'spawned by',
  fork: 'same records',
};

/** How another log belongs with this one, before its name. */
export function describeRelation(relation: Relation): string {
  return RELATIONS[relation];
}

/**
 * Of a log that holds only the difference to another one: what it builds on, and what becomes of that. `file` is the other
 * log, null where it is not there.
 */
export function describeBase(
  id: string | null,
  records: number,
  file: string | null,
  become: string,
): string {
  const first = records === 1 ? 'the first record' : `the first ${records} records`;
  const where = file === null ? 'which is not here' : `in ${file}`;
  return `begins after ${first} of ${id ?? 'another log'}, ${where}; these are ${become}`;
}
