// What the whole log says about itself. Sessions that were resumed may hold lines of several sessions: the one that most
// lines name is theirs.

import type { JsonRecord } from '../../core/record.ts';
import { textMember } from '../lenient.ts';
import type { LogIdentity, SessionLink } from '../native.ts';
import * as kinds from './kinds.ts';
import { isObject, isString, line, message, named } from './line.ts';

/** Sessions and links that are kept: a log with more makes them up. */
const MAX_SESSIONS = 64;
const MAX_LINKS = 1000;

/** What the beginning of the session says of it. */
export interface StartFacts {
  readonly cwd: string | undefined;
  readonly version: string | undefined;
  readonly branch: string | undefined;
}

/** The generation that a version belongs to: `0.x`, `1.x`, else major and minor. */
export function generationOf(version: string): string | undefined {
  const numbers = /^(\d{1,4})\.(\d{1,4})\./.exec(version);
  const [major, minor] = [numbers?.[1], numbers?.[2]];
  if (major === undefined || minor === undefined) return undefined;
  return Number(major) < 2 ? `${Number(major)}.x` : `${Number(major)}.${Number(minor)}`;
}

export class IdentityReader {
  readonly #sessions = new Map<string, number>();
  readonly #links = new Map<string, SessionLink>();
  #cwd: string | undefined;
  #version: string | undefined;
  #branch: string | undefined;
  #model: string | undefined;
  #agent: string | undefined;

  constructor(private readonly generation: string) {}

  /** The line that was read last. */
  read(record: JsonRecord, kind: number, isSide: boolean): void {
    this.#countSession(record);
    this.#version ??= named(record, line.token('version'));
    this.#cwd ??= named(record, line.token('cwd'));
    this.#branch ??= textMember(record, 'gitBranch');
    if (isSide) this.#agent ??= named(record, line.token('agentId'));
    if (kind === kinds.REPLY && (this.#model === undefined || this.#model === SYNTHETIC)) {
      this.#model = named(record, message.token('model')) ?? this.#model;
    }
    const fork = line.token('forkedFrom');
    if (isObject(record, fork)) this.#link('forked-from', textMember(record, 'sessionId', fork));
    const result = line.token('toolUseResult');
    if (isObject(record, result)) this.#link('subagent', textMember(record, 'agentId', result));
  }

  identity(isSubagent: boolean): LogIdentity {
    let sessionId: string | null = null;
    let most = 0;
    for (const [session, count] of this.#sessions) if (count > most) [sessionId, most] = [session, count];
    const agent = isSubagent ? (this.#agent ?? null) : null;
    const links = [...this.#links.values()];
    if (isSubagent) links.unshift({ kind: 'parent-session', id: sessionId, file: null });
    const version = this.#version ?? null;
    return {
      generation: (version === null ? undefined : generationOf(version)) ?? this.generation,
      agentVersion: version,
      sessionId,
      runId: agent ?? sessionId,
      cwd: this.#cwd ?? null,
      model: this.#model === SYNTHETIC ? null : (this.#model ?? null),
      links,
    };
  }

  start(): StartFacts {
    return { cwd: this.#cwd, version: this.#version, branch: this.#branch === '' ? undefined : this.#branch };
  }

  #countSession(record: JsonRecord): void {
    const token = line.token('sessionId');
    if (!isString(record, token)) return;
    const session = record.string(token);
    if (session === '') return;
    const count = this.#sessions.get(session);
    if (count === undefined && this.#sessions.size >= MAX_SESSIONS) return;
    this.#sessions.set(session, (count ?? 0) + 1);
  }

  #link(kind: SessionLink['kind'], id: string | undefined): void {
    if (id === undefined || id === '' || this.#links.size >= MAX_LINKS) return;
    const key = `${kind} ${id}`;
    if (!this.#links.has(key)) this.#links.set(key, { kind, id, file: null });
  }
}

/** The model that the program names for texts of its own. */
const SYNTHETIC = '<synthetic>';
