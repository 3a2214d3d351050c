import { edit, journal, rewrite, splice, textOf } from '../../support/journal.ts';
import { finds, findsNothing } from '../../support/table.ts';

const lines = journal('start user:hello req resp stop');
const second = lines[1] ?? '';
const again = (line: string) => splice(lines, 3, 0, line);
const RETRY = 'event-id-retry@4:37-46 ‹"evt-001"› first-delivery@2:37-46';

describe('event ids: unique', () => {
  finds('event-id-retry: the same event, ignored', [
    [
      'right after it',
      splice(lines, 2, 0, second),
      ['event-id-retry@3:37-46 ‹"evt-001"› first-delivery@2:37-46'],
    ],
    ['later', again(second), [RETRY]],
    ['after the stop', [...lines, second], ['event-id-retry@6:37-46 ‹"evt-001"› first-delivery@2:37-46']],
    ['twice', again(`${second}\n${second}`), [RETRY, RETRY.replace('@4', '@5')]],
    [
      'the last event, without a line feed',
      textOf(lines) + (lines[4] ?? ''),
      ['event-id-retry@6:37-46 ‹"evt-004"› first-delivery@5:37-46', 'no-final-newline@6:379-379 ‹›'],
    ],
    [
      'the same in other words: order of keys, white space, escapes',
      again(
        `{ "event_id" : "evt-001",${second.slice(1).replace('"event_id":"evt-001",', '').replace('hello', 'h\\u0065llo')}`,
      ),
      ['event-id-retry@4:16-25 ‹"evt-001"› first-delivery@2:37-46'],
    ],
  ]);

  finds('what is wrong with the event itself is not told again', [
    [
      'an unknown field',
      again(second).with(1, second.replace('{', '{"x":1,')).with(3, second.replace('{', '{"x":1,')),
      ['unknown-field@2:2-5 ‹"x"›', 'event-id-retry@4:43-52 ‹"evt-001"› first-delivery@2:43-52'],
    ],
    [
      'half a surrogate pair',
      [1, 3].reduce((all, at) => rewrite(all, at, (line) => line.replace('hello', '\\ud800')), again(second)),
      ['lone-surrogate@2:199-207 ‹"\\ud800"›', RETRY],
    ],
  ]);

  finds('event-id-conflict: another event under a used id', [
    [
      'with other content',
      again(second.replace('hello', 'bye')),
      ['event-id-conflict@4:37-46 ‹"evt-001"› first-delivery@2:37-46'],
    ],
    [
      'with one more field',
      again(second.replace('"hello"', '"hello","x":1')),
      ['event-id-conflict@4:37-46 ‹"evt-001"› first-delivery@2:37-46'],
    ],
    [
      'an integer as a float',
      again(second.replace('"sequence":1', '"sequence":1.0')),
      ['event-id-conflict@4:37-46 ‹"evt-001"› first-delivery@2:37-46'],
    ],
    [
      'an event of its own',
      edit(lines, 3, { event_id: 'evt-001' }),
      ['event-id-conflict@4:37-46 ‹"evt-001"› first-delivery@2:37-46'],
    ],
    [
      'after the stop',
      [...lines, second.replace('hello', 'bye')],
      ['event-id-conflict@6:37-46 ‹"evt-001"› first-delivery@2:37-46'],
    ],
    [
      'of a chunk',
      [...journal('start chunk:a final:ab stop'), journal('start chunk:b')[1] ?? ''],
      ['event-id-conflict@5:37-46 ‹"evt-001"› first-delivery@2:37-46'],
    ],
  ]);

  finds('places on a line that another record stands before', [
    [
      'glued copies',
      [`${lines[0]}${second}`, `${lines[2]}${second}`, ...lines.slice(3)],
      [
        'records-glued@1:352-353 ‹{›',
        'records-glued@2:388-389 ‹{›',
        'event-id-retry@2:424-433 ‹"evt-001"› first-delivery@1:388-397',
      ],
    ],
  ]);

  findsNothing('near misses', [
    [
      'ids that differ in case',
      edit(edit(lines, 2, { event_id: 'EVT-001' }), 3, { parent_event_id: 'EVT-001' }),
    ],
  ]);
});
