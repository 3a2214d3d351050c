// Made-up journals in every state that the page can show.

import type { AgentLog, JournalSnapshot, PageState, Row, ShownViolation, StandsFor } from '../../protocol.ts';
import type { Violation } from '../../core/violation.ts';

/** A journal as the fake host knows it: what the page is told, and rows made when they are asked for. */
export interface FakeJournal {
  readonly state: PageState;
  row(row: number): Row;
  /** The record's whole text. */
  text(row: number): string;
  violations(row: number): readonly ShownViolation[];
  /** What a record of an agent's log stands for. */
  events?(row: number): readonly StandsFor[];
}

const FINGERPRINT = '1288ae16a0df9408d7a7394b16e7f29367b34832eeca1d9488ca8a410be3cb2e';

type Script = readonly (readonly [type: string, actorKind: string, actorId: string, summary: string])[];

const TURN: Script = [
  [
    'user.message',
    'user',
    'learner',
    'Run the journal projection check and tell me what changed since yesterday.',
  ],
  ['model.request', 'harness', 'reference-agent', 'turn 1 · 3 messages · tools: read_file, run_tests'],
  ['model.response', 'model', 'scripted-model-v1', 'I will read the projection first, then run its tests.'],
  ['tool.request', 'model', 'scripted-model-v1', 'read_file {"path":"src/projection.py","limit":200}'],
  ['approval.request', 'policy', 'default-policy', 'read_file src/projection.py: inside the workspace'],
  ['approval.decision', 'user', 'learner', 'approved once'],
  [
    'tool.result',
    'tool',
    'read_file',
    'ok: class Projection: def __init__(self, events): self.events = list(events)',
  ],
  ['file.patch', 'tool', 'apply_patch', 'src/projection.py +12 −3'],
  ['checkpoint.create', 'harness', 'reference-agent', 'checkpoint before tests'],
  ['tool.request', 'model', 'scripted-model-v1', 'run_tests {"pattern":"test_projection*"}'],
  ['network.decision', 'policy', 'egress', 'deny pypi.org:443'],
  ['tool.result', 'tool', 'run_tests', 'failed: 1 failed, 41 passed in 3.20s'],
  ['memory.write', 'agent', 'reference-agent', 'projection tests live in tests/test_projection.py'],
  ['metric.sample', 'environment', 'runner', 'tokens in 8,214 · out 412'],
];

function snapshotOf(rows: number, changes: Partial<JournalSnapshot> = {}): JournalSnapshot {
  return {
    generation: 1,
    state: { kind: 'ready' },
    format: 'trace01',
    sessionId: 'session-s07-session-replay',
    runId: 'run-s07-session-replay-golden',
    rows,
    events: rows,
    totals: { error: 0, warning: 0, information: 0 },
    stopReason: 'final_answer',
    fingerprint: FINGERPRINT,
    replayStop: null,
    agent: null,
    bytes: rows * 612,
    ...changes,
  };
}

function stateOf(fileName: string, snapshot: JournalSnapshot, changes: Partial<PageState> = {}): PageState {
  return {
    fileName,
    snapshot,
    cursor: 0,
    revealRequest: 0,
    stopMessage: null,
    failureMessage: null,
    related: [],
    inheritance: null,
    sibling: null,
    ...changes,
  };
}

/** An ordinary event at a row of a journal of `rows` rows. */
function eventAt(row: number, rows: number): Row {
  const first = ['session.start', 'harness', 'reference-agent', 'max_turns 8 · 2 tools'] as const;
  const last = ['session.stop', 'harness', 'reference-agent', 'final_answer'] as const;
  const script = row === 0 ? first : row === rows - 1 ? last : (TURN[(row - 1) % TURN.length] ?? first);
  const [type, actorKind, actorId, summary] = script;
  return {
    row,
    kind: 'event',
    line: row,
    sequence: row,
    eventId: `evt-${String(row).padStart(3, '0')}`,
    type,
    actorKind,
    actorId,
    summary,
    timestamp: new Date(Date.UTC(2026, 7, 10) + row * 1370).toISOString(),
    severity: null,
    beyondReplay: false,
    status: null,
    inherited: false,
  };
}

function recordOf(row: Row, payload: unknown): string {
  const record = {
    trace_version: '0.1.0',
    event_id: row.eventId,
    session_id: 'session-s07-session-replay',
    sequence: row.sequence,
    timestamp: row.timestamp,
    type: row.type,
    actor: { kind: row.actorKind, id: row.actorId },
    payload,
    redaction: { status: 'clean', fields: [] },
  };
  return JSON.stringify(record, null, 2);
}

function plain(state: PageState): FakeJournal {
  const row = (number: number): Row => eventAt(number, state.snapshot.rows);
  return {
    state,
    row,
    text: (number) =>
      recordOf(row(number), { content: row(number).summary, turn: 1, final: true, cost: 1.5e-5 }),
    violations: () => [],
  };
}

const GAP: Violation = {
  code: 'sequence-gap',
  at: { line: 9, start: 84, end: 86, offset: 5508 },
  expected: 8,
  found: 9,
};

/** Rows of the broken journal that differ from an ordinary event. */
const BROKEN: ReadonlyMap<number, Partial<Row>> = new Map<number, Partial<Row>>([
  [3, { severity: 'warning', summary: 'same event delivered twice, byte for byte' }],
  [
    5,
    {
      kind: 'damage',
      sequence: null,
      eventId: null,
      type: null,
      actorKind: null,
      actorId: null,
      timestamp: null,
      severity: 'error',
      summary: '{"trace_version":"0.1.0","event_id":"evt-005","session_id":"session-s07-se',
    },
  ],
  [8, { severity: 'error', sequence: 9 }],
  [12, { severity: 'information' }],
  [17, { severity: 'error', type: 'model.thought', summary: 'a type that this version does not know' }],
]);

const BROKEN_FAULTS: ReadonlyMap<number, readonly ShownViolation[]> = new Map([
  [3, [fault(3, 'event-id-retry', 'warning', 'Event evt-003 was delivered before, byte for byte.', 2)]],
  [5, [fault(5, 'record-torn', 'error', 'The record ends in the middle: 74 bytes without a closing brace.')]],
  [
    8,
    [
      fault(8, 'sequence-gap', 'error', 'Sequence 9 follows 7: 8 is missing.', 7),
      fault(8, 'unknown-field', 'warning', 'Field payload.trace_hint is not in the published schema.'),
    ],
  ],
  [12, [fault(12, 'crlf', 'information', 'The line ends in CR LF.')]],
  [
    17,
    [
      fault(
        17,
        'event-type-unknown',
        'error',
        'Type model.thought is unknown and may change the replayed state.',
      ),
    ],
  ],
]);

function fault(
  row: number,
  code: string,
  severity: ShownViolation['severity'],
  message: string,
  relatedLine?: number,
): ShownViolation {
  const related = relatedLine === undefined ? [] : [{ label: 'the event before', line: relatedLine }];
  return { row, code, severity, message, related };
}

function broken(): FakeJournal {
  const rows = 28;
  const snapshot = snapshotOf(rows, {
    events: rows - 1,
    totals: { error: 3, warning: 2, information: 1 },
    stopReason: null,
    replayStop: { row: 8, lastSequence: 7, violation: GAP },
  });
  const state = stateOf('broken.trace.jsonl', snapshot, {
    cursor: 8,
    stopMessage: 'Replay stops after event 7: sequence 9 follows 7, so a fact is missing.',
  });
  const row = (number: number): Row => ({
    ...eventAt(number, rows),
    ...(number > 8 ? { sequence: number + 1 } : {}),
    ...BROKEN.get(number),
    beyondReplay: number >= 8,
  });
  return {
    state,
    row,
    text: (number) =>
      row(number).kind === 'damage'
        ? row(number).summary
        : recordOf(row(number), { content: row(number).summary }),
    violations: (number) => BROKEN_FAULTS.get(number) ?? [],
  };
}

const MARKUP = '<img src=x onerror="window.pwned=1"><b>bold</b>';

function hostile(): FakeJournal {
  const rows = 6;
  const row = (number: number): Row => ({
    ...eventAt(number, rows),
    summary: `${MARKUP}\n\u202egnp.exe\u202c\u0000\u001b[31m tab\tend`,
    type: `<i>${number}</i>`,
    actorId: '"><script>window.pwned=1</script>',
    eventId: MARKUP,
    severity: 'error',
  });
  const snapshot = snapshotOf(rows, { sessionId: MARKUP, runId: `\u202e${MARKUP}`, stopReason: MARKUP });
  return {
    state: stateOf(MARKUP, snapshot, { stopMessage: MARKUP }),
    row,
    text: (number) => recordOf(row(number), { [MARKUP]: `${MARKUP}\u202e\u0007` }),
    violations: (number) => [
      { ...fault(number, MARKUP, 'error', MARKUP), related: [{ label: MARKUP, line: 0 }] },
    ],
  };
}

/** A record of many megabytes at row 1. */
function huge(): FakeJournal {
  const journal = plain(stateOf('huge.trace.jsonl', snapshotOf(40), { cursor: 1 }));
  const content = 'All work and no play makes a long line. '.repeat(50_000);
  return {
    ...journal,
    text: (row) =>
      recordOf(
        journal.row(row),
        row === 1 ? { content, lines: Array.from({ length: 20_000 }, (_, i) => i) } : {},
      ),
  };
}

const READING = { kind: 'reading', bytesRead: 412_000_000, bytesTotal: 980_000_000 } as const;

const NO_TOKENS = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0, cost: null };

const AGENT: AgentLog = {
  ...{
    label: 'Claude Code',
    generation: '2.1',
    agentVersion: '2.1.328',
    cwd: '/home/learner/notes',
    model: null,
  },
  ...{
    records: 57,
    active: 38,
    folded: 9,
    abandoned: 8,
    unknown: 1,
    skipped: 1,
    branches: 2,
    chosenLeaf: 30,
    inheritance: null,
  },
  usage: {
    input: 81_204,
    output: 4_120,
    cacheRead: 1_204_118,
    cacheWrite: 20_400,
    total: 85_324,
    cost: null,
  },
  inheritedUsage: { ...NO_TOKENS, input: 12_000, output: 800, total: 12_800 },
  abandonedUsage: { ...NO_TOKENS, input: 900, output: 150, total: 1_050 },
};

/** An agent's own log with a record of each status. */
function agent(): FakeJournal {
  const journal = plain(
    stateOf(
      '4eaff789-3730-4396-86b1-94f150238410.jsonl',
      snapshotOf(58, { format: 'agent', agent: AGENT, totals: { error: 1, warning: 0, information: 0 } }),
      {
        cursor: 9,
        related: [
          { relation: 'forked from', name: '4eaff789-3730-4396-86b1-94f150238410', isThere: true },
          { relation: 'subagent', name: 'a7745a15704e18a36', isThere: false },
        ],
      },
    ),
  );
  const row = (number: number): Row => ({ ...journal.row(number), ...nativeRow(number) });
  return {
    ...journal,
    row,
    events: (number) =>
      ['model.response', 'tool.request'].map((type, at) => ({
        ...{
          sequence: number + at,
          type,
          actorKind: 'model',
          actorId: 'claude',
          summary: row(number).summary,
        },
      })),
  };
}

function nativeRow(number: number): Partial<Row> {
  const silent = { sequence: null, eventId: null, actorKind: null, actorId: null };
  if (number < 4) return { status: 'active', inherited: true };
  if (number >= 8 && number < 14) return { status: 'abandoned', sequence: null };
  if (number % 7 === 0)
    return { ...silent, status: 'folded', type: 'queue-operation', summary: 'operation: enqueue' };
  if (number === 17) return { ...silent, status: 'unknown', type: 'atis-latch', summary: 'atis: ' };
  if (number === 19)
    return {
      ...silent,
      kind: 'damage',
      type: null,
      timestamp: null,
      severity: 'error',
      summary: '{"type":"us',
    };
  return { status: 'active' };
}

/** Name in the address → journal. */
export const JOURNALS: Readonly<Record<string, () => FakeJournal>> = {
  good: () => plain(stateOf('session.trace.jsonl', snapshotOf(58), { cursor: 7 })),
  broken,
  million: () => plain(stateOf('million.trace.jsonl', snapshotOf(1_000_000))),
  hostile,
  huge,
  growing: () =>
    plain(
      stateOf(
        'growing.trace.jsonl',
        snapshotOf(40_000, { state: READING, stopReason: null, fingerprint: null }),
      ),
    ),
  reading: () =>
    plain(stateOf('big.trace.jsonl', snapshotOf(0, { state: READING, sessionId: null, fingerprint: null }))),
  unknown: () => plain(stateOf('data.jsonl', snapshotOf(0, { format: 'unknown' }))),
  agent,
  frames: () => plain(stateOf('events.frames', snapshotOf(0, { format: 'frames' }))),
  sibling: () =>
    plain(stateOf('session.jsonl', snapshotOf(0, { format: 'empty' }), { sibling: 'session.events.jsonl' })),
  empty: () => plain(stateOf('empty.jsonl', snapshotOf(0, { format: 'empty' }))),
  failed: () =>
    plain(
      stateOf(
        'locked.jsonl',
        snapshotOf(0, { state: { kind: 'failed', reason: 'no-permission', detail: 'EACCES' } }),
        { failureMessage: 'VS Code has no permission to read /home/learner/sessions/locked.jsonl.' },
      ),
    ),
};
