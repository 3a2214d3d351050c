import { edit, journal, rewrite, splice } from '../../support/journal.ts';
import { finds, findsNothing } from '../../support/table.ts';

const lines = journal('start user req resp req resp stop');
const parent = (at: number, id: string | null) => edit(lines, at, { parent_event_id: id ?? undefined });

describe('parents: earlier events', () => {
  finds('parent-unknown', [
    ['nowhere in the journal', parent(3, 'evt-999'), ['parent-unknown@4:379-388 ‹"evt-999"›']],
    ['of the last event', parent(6, 'evt-999'), ['parent-unknown@7:369-378 ‹"evt-999"›']],
    [
      'an id that was changed: at its child',
      edit(lines, 2, { event_id: 'evt-xxx' }),
      ['parent-unknown@4:379-388 ‹"evt-002"›'],
    ],
    [
      'of two events',
      edit(parent(3, 'evt-999'), 5, { parent_event_id: 'evt-999' }),
      ['parent-unknown@4:379-388 ‹"evt-999"›', 'parent-unknown@6:379-388 ‹"evt-999"›'],
    ],
  ]);

  finds('parent-future: the parent is shown', [
    ['the next event', parent(3, 'evt-004'), ['parent-future@4:379-388 ‹"evt-004"› parent@5:37-46']],
    [
      'of two events',
      edit(parent(2, 'evt-005'), 3, { parent_event_id: 'evt-005' }),
      [
        'parent-future@3:378-387 ‹"evt-005"› parent@6:37-46',
        'parent-future@4:379-388 ‹"evt-005"› parent@6:37-46',
      ],
    ],
  ]);

  finds('parent-self', [['its own id', parent(3, 'evt-003'), ['parent-self@4:379-388 ‹"evt-003"›']]]);

  finds('a parent that a fault took away is no second fault', [
    ['in a gap', splice(lines, 2, 1), ['sequence-gap@3:83-84 ‹3›']],
    [
      'two in a gap',
      splice(edit(lines, 5, { parent_event_id: 'evt-002' }), 2, 2),
      ['sequence-gap@3:83-84 ‹4›'],
    ],
    [
      'in a torn line, its id still readable',
      rewrite(lines, 2, (line) => line.slice(0, 80)),
      ['record-torn@3:1-81 ‹{"trace_version":"0.1.0…›'],
    ],
    [
      'in a torn line, its id lost',
      rewrite(lines, 2, (line) => line.slice(0, 40)),
      ['record-torn@3:1-41 ‹{"trace_version":"0.1.0…›'],
    ],
    [
      'in a torn line with the next record after it, cut inside the id',
      splice(lines, 2, 2, `${lines[2]?.slice(0, 42)}${lines[3]}`),
      ['record-torn@3:1-43 ‹{"trace_version":"0.1.0…›'],
    ],
    ['in a line of noise', rewrite(lines, 2, () => 'noise'), ['json-invalid@3:1-6 ‹noise›']],
    ['an id of another kind', edit(lines, 2, { event_id: 2 }), ['schema@3:37-38 ‹2›']],
    [
      'an id used twice, by the child of the first',
      edit(lines, 1, { event_id: 'evt-000' }),
      ['event-id-conflict@2:37-46 ‹"evt-000"› first-delivery@1:37-46'],
    ],
    [
      'an id used twice',
      edit(lines, 2, { event_id: 'evt-000' }),
      ['event-id-conflict@3:37-46 ‹"evt-000"› first-delivery@1:37-46'],
    ],
    [
      'a line that changed places with its child',
      splice(lines, 2, 2, lines[3] ?? '', lines[2] ?? ''),
      ['sequence-gap@3:83-84 ‹3›'],
    ],
  ]);

  finds('a fault explains no more parents than it took away', [
    [
      'one in the gap, one nowhere',
      edit(splice(lines, 2, 1), 4, { parent_event_id: 'evt-999' }),
      ['sequence-gap@3:83-84 ‹3›', 'parent-unknown@5:379-388 ‹"evt-999"›'],
    ],
    [
      'one before the gap',
      edit(splice(lines, 4, 1), 1, { parent_event_id: 'evt-999' }),
      ['parent-unknown@2:375-384 ‹"evt-999"›', 'sequence-gap@5:83-84 ‹5›'],
    ],
  ]);

  findsNothing('near misses', [
    ['no parent', parent(3, null)],
    ['a parent whose parent comes from another line', parent(3, 'evt-001')],
    ['a parent far back', parent(6, 'evt-000')],
  ]);
});
