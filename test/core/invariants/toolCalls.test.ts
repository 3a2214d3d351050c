import { altered, edit, journal, rewrite, splice } from '../../support/journal.ts';
import { finds, findsNothing } from '../../support/table.ts';

const lines = journal('start user call:c1 result:c1 call:c2 result:c2 stop');
const swapped = splice(lines, 2, 2, lines[3] ?? '', lines[2] ?? '');
/** No call ids: paired by the parent. */
const withoutIds = (all: readonly string[]) =>
  all.map((line) =>
    line.includes('tool_call_id') ? altered(line, { payload: { tool_call_id: undefined } }) : line,
  );
const unnamed = withoutIds(lines);
const broken = { timestamp: 'yesterday' };

describe('tool calls: every result has a request, every request a result', () => {
  finds('tool-result-orphan: at the call id', [
    [
      'no such request',
      edit(lines, 3, { payload: { tool_call_id: 'c9' } }),
      ['tool-request-unanswered@3:190-256 ‹{"tool_call_id":"c1","t…›', 'tool-result-orphan@4:203-207 ‹"c9"›'],
    ],
    [
      'the request is of another type',
      edit(lines, 2, { type: 'metric.sample' }),
      ['tool-result-orphan@4:203-207 ‹"c1"›'],
    ],
    [
      'the result comes first: the request has it all the same',
      renumber(swapped),
      ['tool-result-orphan@3:203-207 ‹"c1"›'],
    ],
  ]);

  finds('tool-request-unanswered: at the payload', [
    [
      'the journal ends',
      lines.slice(0, 3),
      [
        'stop-missing@3:127-141 ‹"tool.request"›',
        'tool-request-unanswered@3:190-256 ‹{"tool_call_id":"c1","t…›',
      ],
    ],
    [
      'the session stops',
      [...lines.slice(0, 3), ...journal('start user call:c1 stop').slice(3)],
      ['tool-request-unanswered@3:190-256 ‹{"tool_call_id":"c1","t…›'],
    ],
    [
      'one of two',
      renumber(splice(lines, 3, 1)),
      ['tool-request-unanswered@3:190-256 ‹{"tool_call_id":"c1","t…›'],
    ],
    [
      'without a call id',
      edit(journal('start call:x stop'), 1, { payload: { tool_call_id: undefined } }),
      ['tool-request-unanswered@2:190-236 ‹{"tool":"write_file","a…›'],
    ],
  ]);

  finds('what a fault took away is no second fault', [
    ['the request is missing', splice(lines, 2, 1), ['sequence-gap@3:83-84 ‹3›']],
    ['the result is missing', splice(lines, 3, 1), ['sequence-gap@4:83-84 ‹4›']],
    [
      'the request is torn',
      rewrite(lines, 2, (line) => line.slice(0, 100)),
      ['record-torn@3:1-101 ‹{"trace_version":"0.1.0…›'],
    ],
    [
      'the result is torn',
      rewrite(lines, 3, (line) => line.slice(0, 100)),
      ['record-torn@4:1-101 ‹{"trace_version":"0.1.0…›'],
    ],
    ['the request is no valid event', edit(lines, 2, broken), ['schema@3:97-108 ‹"yesterday"›']],
    ['the result is no valid event', edit(lines, 3, broken), ['schema@4:97-108 ‹"yesterday"›']],
    [
      'the type of the request is unknown',
      edit(lines, 2, { type: 'tool.ask' }),
      ['event-type-unknown@3:127-137 ‹"tool.ask"›'],
    ],
    ['the type of the result is no text', edit(lines, 3, { type: null }), ['schema@4:127-131 ‹null›']],
    ['they changed places', swapped, ['sequence-gap@3:83-84 ‹3›']],
    [
      'the request is of another session',
      edit(lines, 2, { session_id: 's2' }),
      ['session-mixed@3:60-64 ‹"s2"› journal-identity@1:60-71'],
    ],
    [
      'the result is of another session',
      edit(lines, 3, { session_id: 's2' }),
      ['session-mixed@4:60-64 ‹"s2"› journal-identity@1:60-71'],
    ],
    [
      'the end of the file is torn',
      [...lines.slice(0, 5), (lines[5] ?? '').slice(0, 90)],
      ['stop-missing@5:127-141 ‹"tool.request"›', 'record-torn@6:1-91 ‹{"trace_version":"0.1.0…›'],
    ],
  ]);

  finds('a fault explains one call, not all of them', [
    [
      'one torn, one lost',
      renumber(
        rewrite(journal('start call:c1 call:c2 metric stop'), 3, (line) => line.slice(0, 90)),
        4,
      ),
      [
        'tool-request-unanswered@3:190-256 ‹{"tool_call_id":"c2","t…›',
        'record-torn@4:1-91 ‹{"trace_version":"0.1.0…›',
      ],
    ],
  ]);

  finds('a result that names no call answers some request, whatever its parent', [
    [
      'a parent that is nowhere',
      edit(unnamed, 3, { parent_event_id: 'evt-9' }),
      ['parent-unknown@4:391-398 ‹"evt-9"›'],
    ],
    [
      'two requests, then one such result',
      edit(withoutIds(journal('start call:x call:y result:x stop')), 3, { parent_event_id: 'evt-000' }),
      ['tool-request-unanswered@3:190-236 ‹{"tool":"write_file","a…›'],
    ],
    [
      'a request, its result, another request',
      edit(withoutIds(journal('start call:x result:x call:y stop')), 2, { parent_event_id: 'evt-000' }),
      ['tool-request-unanswered@4:190-236 ‹{"tool":"write_file","a…›'],
    ],
  ]);

  findsNothing('near misses', [
    ['answered', lines],
    [
      'parallel calls, answered in another order',
      journal('start call:a call:b call:c result:c result:a result:b stop'),
    ],
    ['a call id used again after its answer', journal('start call:a result:a call:a result:a stop')],
    ['a second result of an answered call', journal('start call:a result:a result:a stop')],
    ['no call ids: paired by the parent', unnamed],
    [
      'an event id and a call id that are the same',
      edit(journal('start call:evt-001 metric result:evt-001 stop'), 3, { parent_event_id: 'evt-000' }),
    ],
    [
      'a result without call id and request',
      edit(journal('start result:a stop'), 1, { payload: { tool_call_id: undefined } }),
    ],
  ]);
});

/** The lines numbered and linked by their new places, from `from` on. */
function renumber(all: readonly string[], from = 0): string[] {
  return all.map((line, at) => {
    if (at < from || !line.endsWith('}')) return line;
    return (
      edit([line], 0, {
        sequence: at,
        parent_event_id: undefined,
        timestamp: `2026-08-10T00:00:0${at}Z`,
      })[0] ?? ''
    );
  });
}
