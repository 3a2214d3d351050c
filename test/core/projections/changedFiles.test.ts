import assert from 'node:assert/strict';
import { changedFiles } from '../../../src/core/projections/changedFiles.ts';
import { session, stateOf, traceEvents, type Happening } from '../../support/events.ts';

const patch = (path: string): Happening => ['file.patch', { path }];
const result = (tool: string, payload: Happening[1]): Happening => [
  'tool.result',
  { tool, ok: true, ...payload },
];
const one = { result: { path: 'a' } };

/** `PATH@SEQUENCE,SEQUENCE` */
function changed(...happenings: readonly Happening[]): string[] {
  const files = stateOf(changedFiles, traceEvents(session(...happenings)));
  return [...files].map(([path, sequences]) => `${path}@${sequences.join()}`);
}

const CASES: readonly (readonly [
  name: string,
  happenings: readonly Happening[],
  files: readonly string[],
])[] = [
  ['a patch', [patch('a')], ['a@0']],
  ['in the order of the first change', [patch('b'), patch('a'), patch('b')], ['b@0,2', 'a@1']],
  ['a rollback restores', [['checkpoint.rollback', { restored_paths: ['a', 'b', 3] }]], ['a@0', 'b@0']],
  ['a writing tool', [result('write_file', one)], ['a@0']],
  ['several paths of one result', [result('apply_patch', { result: { paths: ['a', 'b'] } })], ['a@0', 'b@0']],
  [
    'one event counts once',
    [result('edit', { result: { path: 'a', paths: ['a', 'a'] } }), patch('a')],
    ['a@0,1'],
  ],
  [
    'a name like those of objects',
    [patch('__proto__'), patch('constructor')],
    ['__proto__@0', 'constructor@1'],
  ],
  // What shows no change.
  ['the request alone', [['tool.request', { tool: 'write_file', arguments: { path: 'a' } }]], []],
  ['a failed write', [['tool.result', { tool: 'write_file', ok: false, ...one }]], []],
  ['a reading tool', [result('read_file', one), result('list_created_files', one)], []],
  ['a shell', [result('bash', one)], []],
  ['a word inside another', [result('rewriter', one), result('credit', one)], []],
  ['a result that is no object', [result('write_file', { result: 'a' }), result('write_file', {})], []],
  [
    'paths that are no text',
    [['file.patch', { path: 7 }], result('edit', { result: { path: { x: 1 } } })],
    [],
  ],
  [
    'a checkpoint',
    [
      ['checkpoint.create', { paths: ['a'] }],
      ['checkpoint.diff', { paths: ['a'] }],
    ],
    [],
  ],
];

describe('changed files', () => {
  for (const [name, happenings, expected] of CASES) {
    it(name, () => assert.deepEqual(changed(...happenings), expected));
  }

  describe('names of tools that change the file they are given', () => {
    const names = [
      'write',
      'Write',
      'edit',
      'Edit',
      'write_file',
      'file-write',
      'fs.delete',
      'str_replace',
      'move_file',
      'text.append',
    ];
    for (const name of names) it(name, () => assert.deepEqual(changed(result(name, one)), ['a@0']));
  });
});
