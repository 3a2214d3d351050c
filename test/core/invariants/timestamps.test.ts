import { edit, journal, splice } from '../../support/journal.ts';
import { finds, findsNothing } from '../../support/table.ts';

const lines = journal('start user req resp stop');
const at = (index: number, timestamp: string) => edit(lines, index, { timestamp });

describe('timestamps: time does not run backwards', () => {
  finds('timestamp-backward: at the time, with the event before', [
    [
      'an hour back',
      at(2, '2026-08-09T23:00:02Z'),
      ['timestamp-backward@3:97-119 ‹"2026-08-09T23:00:02Z"› previous-event@2:97-119'],
    ],
    [
      'a millisecond back',
      at(2, '2026-08-10T00:00:00.999Z'),
      ['timestamp-backward@3:97-123 ‹"2026-08-10T00:00:00.99…› previous-event@2:97-119'],
    ],
    [
      'back by its offset',
      at(2, '2026-08-10T00:00:02+00:01'),
      ['timestamp-backward@3:97-124 ‹"2026-08-10T00:00:02+00…› previous-event@2:97-119'],
    ],
    [
      'one event far ahead: told at the next one',
      at(2, '2027-01-01T00:00:00Z'),
      ['timestamp-backward@4:97-119 ‹"2026-08-10T00:00:03Z"› previous-event@3:97-119'],
    ],
    [
      'the event before has no readable time',
      edit(at(3, '2026-08-09T00:00:00Z'), 2, { timestamp: 'x' }),
      [
        'schema@3:97-100 ‹"x"›',
        'timestamp-backward@4:97-119 ‹"2026-08-09T00:00:00Z"› previous-event@2:97-119',
      ],
    ],
  ]);

  finds('lines out of order are one fault', [
    ['two changed places', splice(lines, 1, 2, lines[2] ?? '', lines[1] ?? ''), ['sequence-gap@2:83-84 ‹2›']],
    [
      'a copy',
      splice(lines, 4, 0, (lines[1] ?? '').replace('evt-001', 'evt-x')),
      ['sequence-repeat@5:81-82 ‹1› first-delivery@2:83-84'],
    ],
    [
      'another journal after the end',
      [...lines, ...lines.map((line) => line.replace('run-1', 'run-2'))],
      ['run-mixed@6:300-307 ‹"run-2"› journal-identity@1:300-307'],
    ],
  ]);

  findsNothing('near misses', [
    ['equal times', at(2, '2026-08-10T00:00:01Z')],
    ['equal instants at different offsets', at(2, '2026-08-10T01:00:01+01:00')],
    ['later, though the text sorts before', at(2, '2026-08-09T22:00:02.5-02:00')],
    [
      'a leap second',
      edit(at(2, '2026-08-10T00:00:60Z'), 3, { timestamp: '2026-08-10T00:01:00Z' }).map((line, i) =>
        i === 4 ? line.replace('00:00:04', '00:01:04') : line,
      ),
    ],
    [
      'a microsecond forward',
      edit(at(1, '2026-08-10T00:00:01.000001Z'), 2, { timestamp: '2026-08-10T00:00:01.000002Z' }),
    ],
  ]);
});
