import { edit, journal, rewrite, splice } from '../../support/journal.ts';
import { finds, findsNothing } from '../../support/table.ts';

const lines = journal('start user req resp stop:completed metric');

describe('stops: the conversation ends with session.stop', () => {
  finds('event-after-stop: at the type, once, with the stop', [
    ['a message', journal('start stop user'), ['event-after-stop@3:127-141 ‹"user.message"› stop@2:127-141']],
    [
      'a turn',
      journal('start stop user req resp'),
      ['event-after-stop@3:127-141 ‹"user.message"› stop@2:127-141'],
    ],
    [
      'after observations',
      journal('start stop metric resp'),
      ['event-after-stop@4:127-143 ‹"model.response"› stop@2:127-141'],
    ],
    [
      'after the second stop',
      journal('start stop start stop type:agent.message'),
      ['event-after-stop@5:127-142 ‹"agent.message"› stop@4:127-141'],
    ],
    [
      'after each stop',
      journal('start stop user stop user'),
      [
        'event-after-stop@3:127-141 ‹"user.message"› stop@2:127-141',
        'event-after-stop@5:127-141 ‹"user.message"› stop@4:127-141',
      ],
    ],
    [
      'an approval',
      journal('start stop type:approval.request'),
      ['event-after-stop@3:127-145 ‹"approval.request"› stop@2:127-141'],
    ],
  ]);

  finds('stop-missing: at the type of the last event', [
    ['no stop', journal('start user req resp'), ['stop-missing@4:127-143 ‹"model.response"›']],
    ['one event', journal('start'), ['stop-missing@1:127-142 ‹"session.start"›']],
    [
      'the session started again',
      journal('start stop start user'),
      ['stop-missing@4:127-141 ‹"user.message"›'],
    ],
    [
      'the last event is an observation',
      journal('start user metric'),
      ['stop-missing@3:127-142 ‹"metric.sample"›'],
    ],
  ]);

  finds('what a fault took away is no second fault', [
    ['the stop is missing', splice(lines, 4, 1), ['sequence-gap@5:83-84 ‹5›']],
    [
      'the stop is torn',
      rewrite(lines, 4, (line) => line.slice(0, 60)),
      ['record-torn@5:1-61 ‹{"trace_version":"0.1.0…›'],
    ],
    [
      'the stop is torn at the end of the file',
      rewrite(lines.slice(0, 5), 4, (line) => line.slice(0, 60)),
      ['record-torn@5:1-61 ‹{"trace_version":"0.1.0…›'],
    ],
    [
      'the type of the stop is misspelt',
      edit(lines, 4, { type: 'session.stpo' }),
      ['event-type-unknown@5:127-141 ‹"session.stpo"›'],
    ],
    ['the type of the stop is no text', edit(lines, 4, { type: 1 }), ['schema@5:127-128 ‹1›']],
    ['the stop is no valid event', edit(lines, 4, { timestamp: 'x' }), ['schema@5:97-100 ‹"x"›']],
    [
      'the stop is of another session',
      edit(lines, 4, { session_id: 's' }),
      ['session-mixed@5:60-63 ‹"s"› journal-identity@1:60-71'],
    ],
    [
      'the stop and the response changed places',
      splice(lines, 3, 2, lines[4] ?? '', lines[3] ?? ''),
      ['sequence-gap@4:83-84 ‹4›'],
    ],
    [
      'an unknown type after the stop',
      edit(lines, 5, { type: 'model.think' }),
      ['event-type-unknown@6:127-140 ‹"model.think"›'],
    ],
    [
      'a copy of a message after the stop',
      [...lines, (lines[1] ?? '').replace('evt-001', 'evt-x')],
      ['sequence-repeat@7:81-82 ‹1› first-delivery@2:83-84'],
    ],
  ]);

  finds('a fault far before the end does not hide a missing stop', [
    [
      'a torn line in the middle',
      rewrite(journal('start user req resp'), 1, (line) => line.slice(0, 60)),
      ['record-torn@2:1-61 ‹{"trace_version":"0.1.0…›', 'stop-missing@4:127-143 ‹"model.response"›'],
    ],
  ]);

  findsNothing('near misses', [
    ['stopped', lines],
    ['replayed and branched after the stop', journal('start user stop replay:3 branch:1')],
    [
      'other administration after the stop',
      journal(
        'start stop type:checkpoint.create type:context.compact type:file.patch type:memory.write type:error',
      ),
    ],
    ['stopped, started and stopped again', journal('start user stop start user stop')],
  ]);
});
