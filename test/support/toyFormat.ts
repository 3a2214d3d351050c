// A format that no agent writes, as small as the contract allows: a tree of records `{kind, id, parent, at, text, …}`.

import type { Found } from '../../src/core/check.ts';
import type { JsonObject } from '../../src/core/json/value.ts';
import type { Usage } from '../../src/core/projections/usage.ts';
import type { JsonRecord } from '../../src/core/record.ts';
import type { NativeEvent, NativeFormat, Plan, RowStatus, Survey } from '../../src/formats/native.ts';

const NO_USAGE: Usage = {
  ...{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  ...{ cost: null, responses: 0 },
};

/** Its records have `toy: KIND`; `head` names the session, `user`, `model`, `call` (with its result), `off` an abandoned one. */
export const toy: NativeFormat = {
  id: 'codex',
  label: 'Toy',
  detect: (first) => (first.some((record) => record.member('toy') > 0) ? 'v1' : undefined),
  survey: (generation, report) => new ToySurvey(generation, report),
};

class ToySurvey implements Survey {
  readonly #statuses: RowStatus[] = [];
  readonly #inherited = new Set<number>();
  #session: string | null = null;

  constructor(
    private readonly generation: string,
    private readonly report: Parameters<NativeFormat['survey']>[1],
  ) {}

  accept(row: number, record: JsonRecord): void {
    const kind = text(record, 'toy');
    if (kind === 'head') this.#session = text(record, 'id') ?? null;
    if (kind === 'bad') this.report(row, { code: 'turn-open', turn: 't', at: record.place() });
    if (record.member('old') > 0) this.#inherited.add(row);
    const known = ['head', 'user', 'model', 'call'].includes(kind ?? '');
    this.#statuses[row] = known
      ? 'active'
      : kind === 'off'
        ? 'abandoned'
        : kind === 'same'
          ? 'folded'
          : 'unknown';
  }

  damaged(row: number): void {
    this.#statuses[row] = 'damaged';
  }

  end(leaf?: number): { plan: Plan; found: readonly Found[] } {
    const statuses = this.#statuses.map((status, row) =>
      leaf !== undefined && row > leaf && status === 'active' ? 'abandoned' : status,
    );
    const end = { line: 0, start: 0, end: 0, offset: 0 };
    const found: Found[] = statuses.includes('unknown')
      ? [{ row: 0, violation: { code: 'record-type-unknown', type: '?', at: end } }]
      : [];
    const plan: Plan = {
      identity: {
        generation: this.generation,
        agentVersion: '1.2',
        sessionId: this.#session,
        runId: null,
        cwd: null,
        model: null,
        links: [],
      },
      otherLeaves: statuses.flatMap((status, row) => (status === 'abandoned' ? [row] : [])),
      usage: { ...NO_USAGE, input: 3, output: 4, total: 7, responses: 1 },
      inheritedUsage: NO_USAGE,
      abandonedUsage: NO_USAGE,
      statusOf: (row) => statuses[row] ?? 'damaged',
      isInherited: (row) => this.#inherited.has(row),
      events: (_row, _line, value) => eventsOf(value),
      closing: () =>
        statuses.includes('active')
          ? [
              {
                type: 'session.stop',
                actor: { kind: 'harness', id: 'toy' },
                payload: { reason: 'completed' },
              },
            ]
          : [],
    };
    return { plan, found };
  }
}

function eventsOf(value: JsonObject): NativeEvent[] {
  const { id, parent, at, model: name } = value;
  const common = {
    ...(typeof id === 'string' && { id }),
    ...(typeof parent === 'string' && { parentId: parent }),
    ...(typeof at === 'string' && { timestamp: at }),
    ...(typeof name === 'string' && { model: name }),
    ...(value['old'] !== undefined && { inherited: true }),
  };
  const content = value['text'] ?? '';
  const model = { kind: 'model', id: 'toy' } as const;
  const kind = value['toy'];
  if (kind === 'head') {
    const actor = { kind: 'harness', id: 'toy' } as const;
    return [{ ...common, type: 'session.start', actor, payload: { agent: 'toy' } }];
  }
  if (kind === 'user') {
    return [{ ...common, type: 'user.message', actor: { kind: 'user', id: 'user' }, payload: { content } }];
  }
  if (kind !== 'call') return [{ ...common, type: 'model.response', actor: model, payload: { content } }];
  const call = { tool: 'echo', tool_call_id: `c-${typeof id === 'string' ? id : ''}` };
  const result = { ...call, ok: true, result: content };
  return [
    { ...common, type: 'model.response', actor: model, payload: { content: '' } },
    { ...common, type: 'tool.request', actor: model, payload: { ...call, arguments: {} } },
    { ...common, type: 'tool.result', actor: { kind: 'tool', id: 'echo' }, payload: result },
  ];
}

function text(record: JsonRecord, key: string): string | undefined {
  const token = record.member(key);
  return token < 0 ? undefined : record.string(token);
}

/** Lines of a toy log from a spec: `head user:hi call:x`, each with its id, its parent and a second after the one before. */
export function toyLog(spec: string, changes: Readonly<Record<number, object>> = {}): string[] {
  return spec.split(' ').map((word, at) => {
    const [kind = '', content = ''] = word.split(':');
    return JSON.stringify({
      toy: kind,
      id: kind === 'head' ? 'session-toy' : `r${at}`,
      ...(at > 1 && { parent: `r${at - 1}` }),
      at: `2026-08-10T00:00:${String(at).padStart(2, '0')}Z`,
      text: content,
      ...changes[at],
    });
  });
}
