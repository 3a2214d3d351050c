import { edit, journal, rewrite, splice } from '../../support/journal.ts';
import { finds, findsNothing } from '../../support/table.ts';

const lines = journal('start user req resp req resp stop');
const renumbered = (...sequences: readonly number[]) =>
  sequences.reduce((all, sequence, at) => edit(all, at, { sequence }), lines);
const torn = (line: string) => line.slice(0, 100);

describe('sequence: from zero and contiguous', () => {
  finds('sequence-start', [
    ['the first event is missing', lines.slice(1), ['sequence-start@1:83-84 ‹1›']],
    ['numbered from 1', renumbered(1, 2, 3, 4, 5, 6, 7), ['sequence-start@1:83-84 ‹1›']],
    ['the first number is wrong', edit(lines, 0, { sequence: 5 }), ['sequence-start@1:83-84 ‹5›']],
  ]);

  finds('sequence-gap: once, and the parent that is missing is part of it', [
    ['one event is missing', splice(lines, 2, 1), ['sequence-gap@3:83-84 ‹3›']],
    ['three events are missing', splice(lines, 2, 3), ['sequence-gap@3:83-84 ‹5›']],
    ['one number is too high', edit(lines, 2, { sequence: 4 }), ['sequence-gap@3:83-84 ‹4›']],
    ['all numbers from there on are', renumbered(0, 1, 4, 5, 6, 7, 8), ['sequence-gap@3:83-84 ‹4›']],
    [
      'two gaps are two faults',
      splice(splice(lines, 4, 1), 2, 1),
      ['sequence-gap@3:83-84 ‹3›', 'sequence-gap@4:83-84 ‹5›'],
    ],
    [
      'two lines changed places',
      splice(lines, 2, 2, lines[3] ?? '', lines[2] ?? ''),
      ['sequence-gap@3:83-84 ‹3›'],
    ],
    [
      'the first two lines changed places',
      splice(lines, 0, 2, lines[1] ?? '', lines[0] ?? ''),
      ['sequence-start@1:83-84 ‹1›'],
    ],
  ]);

  finds('sequence-repeat: the event that had the number first is shown', [
    [
      'the number of the event before',
      edit(lines, 2, { sequence: 1 }),
      ['sequence-repeat@3:83-84 ‹1› first-delivery@2:83-84'],
    ],
    [
      'an earlier number',
      edit(lines, 4, { sequence: 1 }),
      ['sequence-repeat@5:83-84 ‹1› first-delivery@2:83-84'],
    ],
    [
      'all numbers from there on are one too low',
      renumbered(0, 1, 1, 2, 3, 4, 5),
      ['sequence-repeat@3:83-84 ‹1› first-delivery@2:83-84'],
    ],
    [
      'a copy of an earlier event under another id',
      splice(lines, 5, 0, (lines[1] ?? '').replace('evt-001', 'evt-copy')),
      ['sequence-repeat@6:84-85 ‹1› first-delivery@2:83-84'],
    ],
  ]);

  finds('sequence-backward: a lower number that nobody had', [
    [
      'a line that moved down',
      splice(splice(lines, 2, 1), 4, 0, lines[2] ?? ''),
      ['sequence-gap@3:83-84 ‹3›', 'sequence-backward@5:83-84 ‹2›'],
    ],
  ]);

  finds('one fault makes one Problem', [
    [
      'a torn line takes its number',
      rewrite(lines, 2, torn),
      ['record-torn@3:1-101 ‹{"trace_version":"0.1.0…›'],
    ],
    [
      'a torn line that took none',
      splice(lines, 2, 0, torn(lines[2] ?? '')),
      ['record-torn@3:1-101 ‹{"trace_version":"0.1.0…›'],
    ],
    ['a torn first line', rewrite(lines, 0, torn), ['record-torn@1:1-101 ‹{"trace_version":"0.1.0…›']],
    [
      'two torn lines in a row',
      rewrite(rewrite(lines, 2, torn), 3, torn),
      ['record-torn@3:1-101 ‹{"trace_version":"0.1.0…›', 'record-torn@4:1-101 ‹{"trace_version":"0.1.0…›'],
    ],
    ['a line of other JSON', splice(lines, 2, 1, '{"note":1}'), ['schema@3:1-11 ‹{"note":1}›']],
    ['a line of other JSON in between', splice(lines, 2, 0, '{"note":1}'), ['schema@3:1-11 ‹{"note":1}›']],
    ['a number that is no integer', edit(lines, 2, { sequence: '2' }), ['schema@3:83-86 ‹"2"›']],
    ['no number', edit(lines, 2, { sequence: undefined }), ['schema@3:1-375 ‹{"trace_version":"0.1.0…›']],
  ]);

  finds('a damaged line does not explain more than it can have hidden', [
    [
      'an event is missing after one whose number cannot be read',
      splice(edit(lines, 2, { sequence: '2' }), 3, 1),
      ['schema@3:83-86 ‹"2"›', 'sequence-gap@4:83-84 ‹4›'],
    ],
    [
      'two events are missing where one line is torn',
      splice(rewrite(lines, 2, torn), 3, 1),
      ['record-torn@3:1-101 ‹{"trace_version":"0.1.0…›', 'sequence-gap@4:83-84 ‹4›'],
    ],
  ]);

  findsNothing('near misses', [
    ['contiguous from zero', lines],
    ['a journal of one event', journal('stop')],
    ['a journal that starts with something else', journal('user resp stop')],
    [
      'a number written as a float',
      rewrite(lines, 2, (line) => line.replace('"sequence":2', '"sequence":2.0')),
    ],
    [
      'a number with an exponent',
      rewrite(lines, 2, (line) => line.replace('"sequence":2', '"sequence":20e-1')),
    ],
  ]);
});
