// The JSON shapes that scripts rely on. Names, order and meaning stay.

import type { JsonValue } from '../core/json/value.ts';
import { textOf } from '../core/projections/reducer.ts';
import type { ReplayState } from '../core/replay.ts';
import { severityOf, type Severity, type SeverityTotals, countBySeverity } from '../core/severity.ts';
import type { Place, Violation } from '../core/violation.ts';
import { neutralise } from '../wording/quote.ts';
import { describeRelated, describeViolation } from '../wording/violations.ts';
import type { inheritedJson } from './inherited.ts';
import type { ReadJournal } from './readJournal.ts';

/** A violation as `validate --format json` prints it: line and columns from 1, columns in UTF-16 units. */
export interface ViolationJson {
  readonly code: string;
  readonly severity: Severity;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly sequence?: number;
  readonly eventId?: string;
  readonly message: string;
  readonly related?: readonly { line: number; column: number; endColumn: number; message: string }[];
}

export interface FileReport {
  readonly file: string;
  readonly events: number;
  readonly violations: readonly ViolationJson[];
  readonly totals: SeverityTotals;
}

function position({ line, start, end }: Place): { line: number; column: number; endColumn: number } {
  return { line: line + 1, column: start + 1, endColumn: end + 1 };
}

function violationJson(violation: Violation): ViolationJson {
  const { code, sequence, eventId, related } = violation;
  return {
    code,
    severity: severityOf(violation),
    ...position(violation.at),
    ...(sequence !== undefined && { sequence }),
    ...(eventId !== undefined && { eventId }),
    message: describeViolation(violation),
    ...(related && {
      related: related.map((item) => ({ ...position(item.at), message: describeRelated(item) })),
    }),
  };
}

/** One element of the array that `validate --format json` prints. */
export function fileReport(file: string, journal: ReadJournal): FileReport {
  return {
    file,
    events: journal.events,
    violations: journal.violations.map(violationJson),
    totals: countBySeverity(journal.violations),
  };
}

/** What `replay --format json` prints. */
export function replayJson(
  state: ReplayState,
  identity: { sessionId: string; runId: string },
  fingerprint: string | undefined,
) {
  return {
    session_id: identity.sessionId,
    run_id: identity.runId,
    applied_events: state.appliedEvents,
    user_messages: state.transcript.user.map(({ text }) => text),
    assistant_messages: state.transcript.assistant.map(({ text }) => text),
    tool_results: state.toolResults,
    stop_reason: state.stop.reason,
    fingerprint: fingerprint ?? null,
  };
}

/** The same for people: who said what, what the tools gave, how it ended. */
export function replayText({
  inherited,
  ...view
}: ReturnType<typeof replayJson> & { readonly inherited?: ReturnType<typeof inheritedJson> }): string {
  const before = inherited?.from.map(({ records, file }) => `${records} records of ${file}`) ?? [];
  const list = (title: string, items: readonly JsonValue[]) => [
    `${title} (${items.length})`,
    ...items.map((item) => `  ${neutralise(textOf(item))}`),
  ];
  return [
    `session      ${neutralise(view.session_id)}`,
    `run          ${neutralise(view.run_id)}`,
    `applied      ${view.applied_events} events; nothing was executed`,
    ...(inherited === undefined ? [] : [`inherited    ${neutralise(before.join(', '))}`]),
    `stop reason  ${view.stop_reason === null ? '-' : neutralise(view.stop_reason)}`,
    `fingerprint  ${view.fingerprint ?? 'unavailable'}`,
    ...(inherited === undefined
      ? []
      : [
          ...list('inherited user messages', inherited.user_messages),
          ...list('inherited assistant messages', inherited.assistant_messages),
          ...list('inherited tool results', inherited.tool_results),
        ]),
    ...list('user messages', view.user_messages),
    ...list('assistant messages', view.assistant_messages),
    ...list('tool results', view.tool_results),
  ].join('\n');
}
