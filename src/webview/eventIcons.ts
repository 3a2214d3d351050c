import type { Row } from '../protocol.ts';

/** A codicon, and the family whose colour it takes. */
export interface EventIcon {
  readonly codicon: string;
  readonly family: 'session' | 'user' | 'model' | 'tool' | 'guard' | 'fault' | 'other';
}

type Family = EventIcon['family'];

/** Event type → codicon and family. Families by the first word follow below for types not named here. */
const BY_TYPE: ReadonlyMap<string, readonly [codicon: string, family: Family]> = new Map([
  ['session.start', ['play', 'session']],
  ['session.stop', ['debug-stop', 'session']],
  ['session.replay', ['history', 'session']],
  ['session.branch', ['git-branch', 'session']],
  ['user.message', ['account', 'user']],
  ['model.request', ['send', 'model']],
  ['model.response', ['sparkle', 'model']],
  ['tool.request', ['tools', 'tool']],
  ['tool.result', ['output', 'tool']],
  ['approval.request', ['question', 'guard']],
  ['approval.decision', ['verified', 'guard']],
  ['sandbox.configure', ['shield', 'guard']],
  ['network.decision', ['globe', 'guard']],
  ['trust.decision', ['workspace-trusted', 'guard']],
  ['instruction.accept', ['book', 'guard']],
  ['instruction.quarantine', ['circle-slash', 'guard']],
  ['checkpoint.create', ['save', 'other']],
  ['checkpoint.diff', ['diff', 'other']],
  ['checkpoint.rollback', ['discard', 'other']],
  ['file.patch', ['edit', 'tool']],
  ['context.prune', ['clear-all', 'other']],
  ['context.compact', ['fold', 'other']],
  ['memory.read', ['database', 'other']],
  ['memory.write', ['database', 'other']],
  ['skill.load', ['mortar-board', 'other']],
  ['agent.spawn', ['type-hierarchy-sub', 'other']],
  ['agent.message', ['comment', 'other']],
  ['agent.stop', ['debug-disconnect', 'other']],
  ['metric.sample', ['graph', 'other']],
  ['error', ['bug', 'fault']],
] satisfies [string, [string, Family]][]);

const BY_FAMILY: ReadonlyMap<string, readonly [codicon: string, family: Family]> = new Map([
  ['session', ['debug-alt-small', 'session']],
  ['user', ['account', 'user']],
  ['model', ['sparkle', 'model']],
  ['tool', ['tools', 'tool']],
  ['file', ['file', 'tool']],
  ['agent', ['robot', 'other']],
  ['context', ['layers', 'other']],
  ['checkpoint', ['save', 'other']],
] satisfies [string, [string, Family]][]);

/** The icon of a row. Never empty: an unknown type has the icon of its family, else that of any event. */
export function eventIcon(row: Pick<Row, 'kind' | 'type'> & Partial<Pick<Row, 'status'>>): EventIcon {
  if (row.kind === 'damage') return { codicon: 'unverified', family: 'fault' };
  if (row.status === 'unknown') return { codicon: 'question', family: 'other' };
  if (row.status === 'folded') return { codicon: 'circle-small', family: 'other' };
  const type = row.type ?? '';
  const [codicon, family] = BY_TYPE.get(type) ??
    BY_FAMILY.get(type.split('.', 1)[0] ?? '') ?? ['circle-small-filled', 'other'];
  return { codicon, family };
}
