// What a Qwen Code session says about itself.

import { LITERAL, OBJECT } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import { textMember } from '../lenient.ts';
import type { LogIdentity, SessionLink } from '../native.ts';
import type { RowKind } from './rows.ts';

/** Links that are kept: a log with more makes them up. */
const MAX_LINKS = 1000;
/** The first byte of `true`. */
const T = 0x74;

export class IdentityReader {
  readonly #links = new Map<string, SessionLink>();
  #session: string | undefined;
  #version: string | undefined;
  #cwd: string | undefined;
  #model: string | undefined;
  #agent: string | undefined;

  constructor(private readonly generation: string) {}

  /** The next record. Tells whether it is a sub-agent's, and whether a fork brought it along. */
  read(record: JsonRecord, kind: RowKind): { readonly isSide: boolean; readonly isForked: boolean } {
    this.#session ??= textMember(record, 'sessionId');
    this.#version ??= textMember(record, 'version');
    this.#cwd ??= textMember(record, 'cwd');
    if (kind === 'reply') this.#model ??= textMember(record, 'model');
    const isSide = isTrue(record, record.member('isSidechain'));
    if (isSide) this.#agent ??= textMember(record, 'agentId');
    const fork = record.member('forkedFrom');
    const isForked = fork > 0 && record.tape.kindAt(fork) === OBJECT;
    if (isForked) this.#link('forked-from', textMember(record, 'sessionId', fork));
    if (kind === 'note' && textMember(record, 'subtype') === 'parent_session') {
      this.#link('parent-session', textMember(record, 'parentSessionId', record.member('systemPayload')));
    }
    return { isSide, isForked };
  }

  identity(isSubagent: boolean): LogIdentity {
    const links = [...this.#links.values()];
    const sessionId = this.#session ?? null;
    if (isSubagent) links.unshift({ kind: 'parent-session', id: sessionId, file: null });
    return {
      generation: this.generation,
      agentVersion: this.#version ?? null,
      sessionId,
      runId: (isSubagent ? this.#agent : undefined) ?? sessionId,
      cwd: this.#cwd ?? null,
      model: this.#model ?? null,
      links,
    };
  }

  #link(kind: SessionLink['kind'], id: string | undefined): void {
    if (id === undefined || this.#links.size >= MAX_LINKS) return;
    const key = `${kind} ${id}`;
    if (!this.#links.has(key)) this.#links.set(key, { kind, id, file: null });
  }
}

function isTrue({ tape, text }: JsonRecord, token: number): boolean {
  return token > 0 && tape.kindAt(token) === LITERAL && text.bytes[tape.startAt(token)] === T;
}
