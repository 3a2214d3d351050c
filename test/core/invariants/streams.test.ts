import { edit, journal, rewrite, splice } from '../../support/journal.ts';
import { finds, findsNothing } from '../../support/table.ts';

const lines = journal('start user req chunk:a chunk:b final:ab req resp stop');
const last = 'stream-unfinished@5:192-205 ‹{"delta":"b"}›';

describe('streams: a streamed response ends with a final chunk', () => {
  finds('stream-unfinished: at the payload of the last chunk', [
    ['the next request comes', journal('start user req chunk:a chunk:b req resp stop'), [last]],
    ['the user speaks', journal('start user req chunk:a chunk:b user resp stop'), [last]],
    ['the session stops', journal('start user req chunk:a chunk:b stop'), [last]],
    ['a whole response comes', journal('start user req chunk:a chunk:b resp:c stop'), [last]],
    [
      'the journal ends',
      journal('start user req chunk:a chunk:b'),
      ['stop-missing@5:127-143 ‹"model.response"›', last],
    ],
    [
      'once per stream',
      journal('start chunk:a req chunk:b req resp stop'),
      ['stream-unfinished@2:192-205 ‹{"delta":"a"}›', 'stream-unfinished@4:192-205 ‹{"delta":"b"}›'],
    ],
    [
      'final is not true',
      edit(lines, 5, { payload: { final: 'true' } }),
      ['stream-unfinished@6:192-227 ‹{"final":"true","accumu…›'],
    ],
    [
      'of two actors, the one that did not end',
      edit(lines, 4, { actor: { id: 'other' } }),
      ['stream-unfinished@5:192-205 ‹{"delta":"b"}›'],
    ],
  ]);

  finds('what a fault took away is no second fault', [
    ['the final chunk is missing', splice(lines, 5, 1), ['sequence-gap@6:83-84 ‹6›']],
    [
      'the final chunk is torn',
      rewrite(lines, 5, (line) => line.slice(0, 60)),
      ['record-torn@6:1-61 ‹{"trace_version":"0.1.0…›'],
    ],
    ['the final chunk is no valid event', edit(lines, 5, { timestamp: 'x' }), ['schema@6:97-100 ‹"x"›']],
    [
      'the final chunk is of another run',
      edit(lines, 5, { provenance: { run_id: 'r2' } }),
      ['run-mixed@6:328-332 ‹"r2"› journal-identity@1:300-307'],
    ],
    [
      'a foreign message in between',
      splice(lines, 4, 0, (lines[1] ?? '').replace('session-1', 's2')),
      ['session-mixed@5:60-64 ‹"s2"› journal-identity@1:60-71'],
    ],
    [
      'the last two chunks changed places',
      splice(lines, 4, 2, lines[5] ?? '', lines[4] ?? ''),
      ['sequence-gap@5:83-84 ‹5›'],
    ],
    [
      'the final chunk and the next request changed places',
      splice(lines, 5, 2, lines[6] ?? '', lines[5] ?? ''),
      ['sequence-gap@6:83-84 ‹6›'],
    ],
    [
      'the first chunk and its request changed places',
      splice(lines, 2, 2, lines[3] ?? '', lines[2] ?? ''),
      ['sequence-gap@3:83-84 ‹3›'],
    ],
    [
      'a copy of a chunk at the end',
      [...lines, (lines[3] ?? '').replace('evt-003', 'evt-x')],
      ['sequence-repeat@10:81-82 ‹3› first-delivery@4:83-84'],
    ],
  ]);

  findsNothing('near misses', [
    ['finished', lines],
    ['a final chunk alone', journal('start user req final:ab stop')],
    ['whole responses', journal('start user req resp:a req resp stop')],
    ['an empty whole response', journal('start user req resp: stop')],
    [
      'tools and measurements in between',
      journal('start user req chunk:a metric call:c result:c final:a stop'),
    ],
  ]);
});
