import assert from 'node:assert/strict';
import { summarise, SUMMARY_LENGTH } from '../../src/core/summary.ts';
import type { JsonObject } from '../../src/core/json/value.ts';

const CASES: readonly (readonly [type: string, payload: JsonObject, expected: string])[] = [
  ['user.message', { content: 'Fix the test' }, 'Fix the test'],
  ['user.message', {}, ''],
  ['session.start', { max_turns: 12, cwd: '/home' }, '/home'],
  ['session.start', { max_turns: 12 }, '12'],
  ['session.stop', { turns: 3, reason: 'completed' }, 'completed'],
  ['session.stop', { turns: 3 }, 'turns: 3'],
  ['session.replay', { applied_events: 5 }, '5 events applied'],
  ['session.branch', { fork_sequence: 2, branch_id: 'b' }, 'b'],
  ['model.request', { turn: 1, roles: ['user', 'tool'] }, 'turn: 1, roles: [user, tool]'],
  ['model.response', { content: 'Done' }, 'Done'],
  [
    'model.response',
    { content: '', tool_calls: [{ name: 'read_file' }, { name: 'x' }] },
    'calls read_file, x',
  ],
  ['model.response', { content: 'I look', tool_calls: [{ name: 'ls' }] }, 'I look · calls ls'],
  ['model.response', { content: 'I look', tool_calls: ['odd', null, 3] }, 'I look'],
  ['model.response', { delta: 'On', accumulated: 'On', final: false }, '… On'],
  ['model.response', { delta: 'ce', accumulated: 'Once', final: true }, 'Once'],
  ['tool.request', { tool: 'write', arguments: { path: 'a', n: 1 } }, 'write(path: a, n: 1)'],
  ['tool.request', { tool: 'ls' }, 'ls()'],
  ['tool.request', { tool: 'sh', arguments: 'rm x' }, 'sh(rm x)'],
  ['tool.result', { tool: 'ls', ok: true, result: { n: 2 } }, 'ls · ok · {n: 2}'],
  ['tool.result', { tool: 'ls', ok: false, error: 'no' }, 'ls · failed · no'],
  ['tool.result', { tool: 'ls' }, 'ls'],
  ['tool.result', { result: 'text' }, 'text'],
  ['file.patch', { before: 'x', path: 'src/a.ts' }, 'src/a.ts'],
  ['checkpoint.rollback', { restored_paths: ['a', 'b'] }, '[a, b]'],
  ['error', { message: 'boom', code: 3 }, 'boom'],
  ['metric.sample', { name: 'load', value: 0.5 }, 'name: load, value: 0.5'],
  ['nobody.knows', { a: null, b: true }, 'a: null, b: true'],
  // Bounded in depth and breadth, digits and all.
  ['metric.sample', { a: { b: { c: { d: 1 } } } }, 'a: {b: {c: {…}}}'],
  ['metric.sample', { a: [[[['x']]]] }, 'a: [[[…]]]'],
  ['metric.sample', { a: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, 'a: [1, 2, 3, 4, 5, 6, 7, 8, …]'],
  ['metric.sample', { big: 12345678901234567890n }, 'big: 12345678901234567890'],
  // One line, whatever stands in it.
  ['user.message', { content: '  a\r\n\tb\u2028c\u00a0 d ' }, 'a b c d'],
  ['user.message', { content: { text: 'odd' } }, '{text: odd}'],
  ['constructor', { message: 'x' }, 'message: x'],
];

describe('summarise: one line about an event', () => {
  for (const [type, payload, expected] of CASES) {
    it(`${type}: ${expected}`, () => assert.equal(summarise(type, payload), expected));
  }

  it('is cut with an ellipsis, never inside a character', () => {
    for (const content of [
      'x'.repeat(1e6),
      '😀'.repeat(1e5),
      ` ${'😀'.repeat(1e5)}`,
      'x' + '😀'.repeat(400),
    ]) {
      const line = summarise('user.message', { content });
      assert.ok(line.length <= SUMMARY_LENGTH && line.length >= SUMMARY_LENGTH - 2, String(line.length));
      assert.match(line, /^[^\ud800-\udfff]*…$/u);
    }
    assert.equal(
      summarise('user.message', { content: 'x'.repeat(SUMMARY_LENGTH) }),
      'x'.repeat(SUMMARY_LENGTH),
    );
  });

  it('is bounded for payloads of any breadth', () => {
    const wide = Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => [`key-${i}`, 'v'.repeat(20)]));
    assert.ok(summarise('metric.sample', wide).length <= SUMMARY_LENGTH);
    assert.ok(summarise('tool.request', { tool: 't', arguments: wide }).length <= SUMMARY_LENGTH);
  });
});
