// Branch ids become part of a file name, on every system that a folder may be synchronised to.

export type BranchIdFault = 'empty' | 'unsafe' | 'too-long' | 'reserved';

const MAX_LENGTH = 100;
const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** What is wrong with a branch id, undefined when nothing is. */
export function branchIdFault(id: string): BranchIdFault | undefined {
  if (id.trim() === '') return 'empty';
  if (id.length > MAX_LENGTH) return 'too-long';
  if (!SAFE.test(id) || id.endsWith('.') || id.includes('..')) return 'unsafe';
  return DEVICE.test(id) ? 'reserved' : undefined;
}

/** An id to offer for a branch at a sequence: the first of `branch-at-N`, `branch-at-N-2`, … that is not taken. */
export function defaultBranchId(sequence: number, taken: ReadonlySet<string>): string {
  const base = `branch-at-${sequence}`;
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
  return id;
}
