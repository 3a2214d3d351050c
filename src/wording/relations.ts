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
