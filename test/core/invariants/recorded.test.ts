import { altered, edit, journal, rewrite, splice } from '../../support/journal.ts';
import { finds, findsNothing } from '../../support/table.ts';
import { fingerprintOf } from '../../support/canonical.ts';
import { events } from '../../support/journal.ts';

const spec = 'start user:hello req resp:hi stop replay:5 branch:2';
const lines = journal(spec);
const prefix = fingerprintOf(events(spec).slice(0, 3));
const branch = (payload: Readonly<Record<string, string | number>>) => edit(lines, 6, { payload });
const wrong = '0'.repeat(64);

describe('recorded observations: recomputed over the prefix they claim', () => {
  finds('recorded-fingerprint-mismatch: at the fingerprint', [
    [
      'another fingerprint',
      edit(lines, 5, { payload: { fingerprint: wrong } }),
      ['recorded-fingerprint-mismatch@6:230-296 ‹"0000000000000000000000…›'],
    ],
    ['another number of events', edit(lines, 5, { payload: { applied_events: 4 } }), [mismatch(6, 230)]],
    [
      'more events than there are before it',
      edit(lines, 5, { payload: { applied_events: 6 } }),
      [mismatch(6, 230)],
    ],
    ['no events', edit(lines, 5, { payload: { applied_events: 0 } }), [mismatch(6, 230)]],
    ['half an event', edit(lines, 5, { payload: { applied_events: 4.5 } }), [mismatch(6, 232)]],
    [
      'an event was changed after it was recorded',
      rewrite(lines, 1, (line) => line.replace('hello', 'Hello')),
      [mismatch(6, 230)],
    ],
    [
      'upper-case digits',
      edit(lines, 5, { payload: { fingerprint: wrong.replaceAll('0', 'A') } }),
      ['recorded-fingerprint-mismatch@6:230-296 ‹"AAAAAAAAAAAAAAAAAAAAAA…›'],
    ],
  ]);

  finds('lineage-mismatch: at the first field that is wrong', [
    ['another parent run', branch({ parent_run_id: 'run-9' }), ['lineage-mismatch@7:229-236 ‹"run-9"›']],
    ['another number of events', branch({ inherited_events: 9 }), ['lineage-mismatch@7:274-275 ‹9›']],
    [
      'another fingerprint',
      branch({ parent_fingerprint: wrong }),
      ['lineage-mismatch@7:297-363 ‹"0000000000000000000000…›'],
    ],
    [
      'all of them: one fault',
      branch({ parent_run_id: 'run-9', inherited_events: 9, parent_fingerprint: wrong }),
      ['lineage-mismatch@7:229-236 ‹"run-9"›'],
    ],
  ]);

  finds('the run of all events was renamed after both were recorded: both are warnings, nothing else', [
    [
      'renamed',
      lines.map((line) => line.replace('"run_id":"run-1"', '"run_id":"run-other"')),
      [mismatch(6, 230), 'lineage-mismatch@7:229-236 ‹"run-1"›'],
    ],
  ]);

  finds('a fault in the prefix explains a claim about it', [
    ['a gap', splice(lines, 2, 1), ['sequence-gap@3:83-84 ‹3›']],
    [
      'a torn line',
      rewrite(lines, 1, (line) => line.slice(0, 50)),
      ['record-torn@2:1-51 ‹{"trace_version":"0.1.0…›'],
    ],
    [
      'another session',
      edit(lines, 1, { session_id: 's' }),
      ['session-mixed@2:60-63 ‹"s"› journal-identity@1:60-71'],
    ],
    [
      'an unknown parent',
      edit(lines, 1, { parent_event_id: 'evt-9' }),
      ['parent-unknown@2:380-387 ‹"evt-9"›'],
    ],
    [
      'half a surrogate pair',
      rewrite(lines, 1, (line) => line.replace('hello', '\\ud800')),
      ['lone-surrogate@2:199-207 ‹"\\ud800"›'],
    ],
  ]);

  finds('a fault after the claim does not', [
    [
      'a gap after it',
      [
        ...edit(lines, 5, { payload: { fingerprint: wrong } }),
        altered(journal('start metric')[1], {
          event_id: 'evt-m',
          sequence: 9,
          timestamp: '2026-08-10T01:00:00Z',
        }),
      ],
      ['recorded-fingerprint-mismatch@6:230-296 ‹"0000000000000000000000…›', 'sequence-gap@8:81-82 ‹9›'],
    ],
  ]);

  findsNothing('near misses', [
    ['true claims', lines],
    ['a true fingerprint in the branch', branch({ parent_fingerprint: prefix })],
    [
      'a fork beyond this journal speaks of another file',
      branch({ fork_sequence: 6, inherited_events: 99, parent_run_id: 'run-9' }),
    ],
    ['no claim', edit(lines, 5, { payload: { fingerprint: undefined } })],
    ['a claim of another kind', edit(lines, 5, { payload: { fingerprint: 5 } })],
    ['the same, written with escapes', rewrite(lines, 1, (line) => line.replace('hello', 'h\\u0065llo'))],
  ]);

  finds('a retry in the prefix is not counted', [
    [
      'delivered twice',
      splice(lines, 2, 0, lines[1] ?? ''),
      ['event-id-retry@3:37-46 ‹"evt-001"› first-delivery@2:37-46'],
    ],
  ]);
});

function mismatch(line: number, column: number): string {
  const recorded = fingerprintOf(events(spec).slice(0, 5));
  return `recorded-fingerprint-mismatch@${line}:${column}-${column + 66} ‹"${recorded.slice(0, 22)}…›`;
}
