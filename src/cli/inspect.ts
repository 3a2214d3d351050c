import { usage, type Usage } from '../core/projections/usage.ts';
import type { TraceEvent } from '../core/schema.ts';
import { countBySeverity } from '../core/severity.ts';
import type { InheritedHistory } from '../engine/inheritedHistory.ts';
import { tallyOf, type Tally } from '../engine/tally.ts';
import { neutralise } from '../wording/quote.ts';
import { baseNote, baseOf, withInherited } from './base.ts';
import { OK } from './failure.ts';
import { noJournal } from './fileKind.ts';
import { inheritedUsage, withBase } from './inherited.ts';
import { readOptionsOf, STDIN, withSource } from './openSource.ts';
import { readJournal, type ReadJournal } from './readJournal.ts';
import { relatedLines } from './relatedLines.ts';

/** `inspect FILE`: what a file is and how much it holds, whatever it is. Returns the exit code. */
export function inspect(file: string, { format }: { readonly format: 'text' | 'json' }): number {
  return withSource(file, (source) => {
    const journal = readJournal(source, readOptionsOf(file));
    const reason = noJournal(file, source, journal.detected);
    if (reason !== undefined) console.error(`${file}: ${reason}`);
    return withInherited(file, journal, (history) => {
      const inspection = inspectionOf(journal, history);
      const note = baseNote(file, journal, { are: 'counted', history });
      if (format === 'json') {
        const base = baseOf(file, journal);
        console.log(JSON.stringify({ ...inspection, ...(base && { base }) }, null, 2));
        // That it is not there at all is said by `base`.
        if (base?.found === true && history?.trouble !== null) console.error(`${file}: ${note ?? ''}`);
      } else {
        const related = file === STDIN ? [] : relatedLines(file, journal);
        const prefix = note === undefined ? [] : [`${'prefix'.padEnd(13)}  ${note}`];
        console.log(
          [...textOf(inspection, journal.native?.plan.abandonedUsage), ...related, ...prefix].join('\n'),
        );
      }
      return OK;
    });
  });
}

/** What `inspect --format json` prints. Scripts rely on the names. */
function inspectionOf(journal: ReadJournal, history: InheritedHistory | undefined) {
  const { detected, native } = journal;
  const first: { event?: TraceEvent } = {};
  const total = usage.initial();
  const events = function* () {
    for (const item of journal.eventsIn(0, journal.rows)) {
      first.event ??= item.event;
      if (native === undefined) usage.apply(total, item.event);
      yield item;
    }
  };
  const { own, inherited } = tallyOf(events(), (row) => native?.plan.isInherited(row) ?? false);
  const header = native?.header();
  const { event } = first;
  return {
    format: typeof detected === 'string' ? detected : (header?.format ?? 'trace01'),
    generation: header?.identity.generation ?? event?.trace_version ?? null,
    agent_version:
      header === undefined ? (event?.provenance.snapshot_id ?? null) : header.identity.agentVersion,
    session_id: header === undefined ? (event?.session_id ?? null) : header.identity.sessionId,
    records: header?.records ?? journal.records,
    skipped: header?.skipped ?? journal.rows - journal.records,
    unknown_records: header?.unknown ?? 0,
    ...tallyJson(own),
    usage: usageJson(native?.plan.usage ?? total),
    inherited: {
      ...tallyJson(withBase(history, inherited)),
      usage: usageJson(inheritedUsage(history, native?.plan.inheritedUsage ?? usage.initial())),
    },
    branches: header?.branches ?? 0,
    violations: { ...(native?.totals ?? countBySeverity(journal.violations)) },
  };
}

function tallyJson({ userMessages, assistantMessages, toolCalls, toolResults }: Tally) {
  return {
    user_messages: userMessages,
    assistant_messages: assistantMessages,
    tool_calls: toolCalls,
    tool_results: toolResults,
  };
}

function usageJson({ input, output, cacheRead, cacheWrite, total }: Usage) {
  return { input, output, cache_read: cacheRead, cache_write: cacheWrite, total };
}

function textOf(inspection: ReturnType<typeof inspectionOf>, abandoned?: Usage): string[] {
  const { usage: tokens, inherited, violations } = inspection;
  const figures = ({ input, output, cache_read: read, cache_write: write, total }: typeof tokens) =>
    `${total} (input ${input}, output ${output}, cache read ${read}, cache write ${write})`;
  const messages = (counts: Omit<typeof inherited, 'usage'>) =>
    `${counts.user_messages} user, ${counts.assistant_messages} assistant; tool calls ${counts.tool_calls}, results ${counts.tool_results}`;
  const rows: readonly (readonly [string, string])[] = [
    ['format', named(inspection.format, inspection.generation)],
    ['agent version', inspection.agent_version ?? '-'],
    ['session', inspection.session_id ?? '-'],
    [
      'records',
      `${inspection.records}, ${inspection.unknown_records} of unknown type; ${inspection.skipped} damaged`,
    ],
    ['messages', messages(inspection)],
    ['tokens', figures(tokens)],
    ['inherited', `${messages(inherited)}; tokens ${figures(inherited.usage)}`],
    ...(abandoned === undefined || abandoned.total === 0
      ? []
      : [['abandoned', `tokens ${figures(usageJson(abandoned))}`] as const]),
    ['branches', String(inspection.branches)],
    [
      'violations',
      `${violations.error} error, ${violations.warning} warning, ${violations.information} information`,
    ],
  ];
  return rows.map(([name, value]) => `${name.padEnd(13)}  ${neutralise(value)}`);
}

function named(format: string, generation: string | null): string {
  return generation === null ? format : `${format} (${generation})`;
}
