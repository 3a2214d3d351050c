import assert from 'node:assert/strict';
import type { Inheritance, Newest, ReplayView } from '../../src/protocol.ts';
import { replayNodes, type ReplayNode } from '../../src/extension/replayModel.ts';

/** A list of which everything is shown. */
function all<Item>(items: readonly Item[]): Newest<Item> {
  return { total: items.length, items };
}

const base: ReplayView = {
  generation: 1,
  row: 5,
  sequence: 5,
  appliedEvents: 6,
  userMessages: all([{ row: 1, sequence: 1, text: 'Fix\nit' }]),
  assistantMessages: all([]),
  toolCalls: all([
    {
      row: 2,
      sequence: 2,
      callId: 'c1',
      tool: 'edit',
      arguments: '{"path":"a"}',
      result: { row: 3, sequence: 3, ok: true, text: 'done' },
    },
    {
      row: 4,
      sequence: 4,
      callId: null,
      tool: 'run',
      arguments: '{}',
      result: { row: 5, sequence: 5, ok: false, text: 'exit 1' },
    },
    { row: 6, sequence: 6, callId: 'c3', tool: 'wait', arguments: '{}', result: null },
  ]),
  stopReason: null,
  fingerprint: 'ab'.repeat(32),
  stopped: null,
  abandoned: false,
};

/** The tree as indented lines: what a person reads. */
function drawn(nodes: readonly ReplayNode[], indent = ''): string[] {
  return nodes.flatMap((node) => [
    `${indent}${node.label}${node.description === undefined ? '' : ` | ${node.description}`}`,
    ...drawn(node.children ?? [], `${indent}  `),
  ]);
}

function allNodes(nodes: readonly ReplayNode[]): ReplayNode[] {
  return nodes.flatMap((node) => [node, ...allNodes(node.children ?? [])]);
}

describe('the Replay tree', () => {
  it('what came before the log is marked, and leads to where it is', () => {
    const inherited = { inheritedFrom: 0, row: 3, sequence: 2 };
    const view: ReplayView = {
      ...base,
      userMessages: all([
        { ...inherited, text: 'Before' },
        { row: 1, sequence: 1, text: 'Fix' },
      ]),
      toolCalls: all([
        {
          ...{ ...inherited, callId: 'c1', tool: 'edit', arguments: '{}' },
          result: { row: 2, sequence: 1, ok: true, text: 'done' },
        },
      ]),
    };
    const inheritance: Inheritance = {
      ...{ id: 'p', records: 9, trouble: null },
      from: [{ path: '/logs/p.jsonl', rows: 9, damaged: 0 }],
    };
    const nodes = replayNodes(view, 9, inheritance);
    assert.deepEqual(drawn(nodes).slice(0, 8), [
      '9 records inherited from p.jsonl.',
      'User messages | 2',
      '  Before | inherited · #2',
      '  Fix | #1',
      'Assistant messages | 0',
      'Tool calls | 1',
      '  edit | inherited · #2 ok',
      '    Arguments: {}',
    ]);
    const places = allNodes(nodes).flatMap(({ label, file, row, menu }) =>
      row === undefined ? [] : [[label, file, row, menu]],
    );
    const parent = '/logs/p.jsonl';
    assert.deepEqual(places, [
      ['9 records inherited from p.jsonl.', parent, 8, undefined],
      ['Before', parent, 3, undefined],
      ['Fix', undefined, 1, 'event'],
      ['edit', parent, 3, undefined],
      ['Arguments: {}', parent, 3, undefined],
      ['Result: done', undefined, 2, 'event'],
    ]);
    const ids = allNodes(nodes).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('says what of it is missing', () => {
    const trouble = { code: 'not-here', id: 'p\u202e', path: null, wanted: 9, there: 0 } as const;
    const [first] = replayNodes(base, 9, { id: 'p\u202e', records: 9, from: [], trouble });
    assert.match(first?.label ?? '', /^9 records come before this log\. The log/);
    assert.match(first?.tooltip ?? '', /is not here: put it beside this one, or name its folder/);
    assert.doesNotMatch(first?.tooltip ?? '', /\u202e/);
    assert.deepEqual([first?.icon, first?.row], ['warning', undefined]);
    const none = replayNodes(base, 9, { id: 'p', records: 0, from: [], trouble: null });
    assert.deepEqual(none, replayNodes(base, 9));
  });

  it('says that a record off the followed branch is not replayed', () => {
    const [first] = replayNodes({ ...base, row: 9, abandoned: true }, 9);
    assert.deepEqual(
      [first?.label, first?.description, first?.row, first?.menu],
      ['Abandoned branch: not replayed', 'state of #5', 9, 'abandoned'],
    );
  });

  it('tells apart several calls of one record', () => {
    const [call] = base.toolCalls.items;
    assert.ok(call);
    const toolCalls = all([call, { ...call, sequence: 7, callId: 'c9' }]);
    const ids = allNodes(replayNodes({ ...base, toolCalls }, 9)).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('shows the state section by section', () => {
    assert.deepEqual(drawn(replayNodes(base, 9)), [
      'User messages | 1',
      '  Fix it | #1',
      'Assistant messages | 0',
      'Tool calls | 3',
      '  edit | #2 ok',
      '    Arguments: {"path":"a"}',
      '    Result: done | #3',
      '  run | #4 failed',
      '    Arguments: {}',
      '    Result: exit 1 | #5',
      '  wait | #6 no result yet',
      '    Arguments: {}',
      'Stop state | not stopped',
      'Applied events | 6 of 9',
      `Fingerprint | ${'ab'.repeat(8)}`,
    ]);
  });

  it('has ids that are unique and do not depend on the cursor', () => {
    const ids = allNodes(replayNodes(base, 9)).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      allNodes(replayNodes({ ...base, sequence: 7, appliedEvents: 8 }, 9)).map(({ id }) => id),
      ids,
    );
  });

  it('says first where and why the replay stopped, and leads there', () => {
    const violation = {
      code: 'sequence-gap',
      at: { line: 6, start: 1, end: 5, offset: 100 },
      expected: 6,
      found: 8,
    } as const;
    const [first] = replayNodes({ ...base, stopped: { row: 6, lastSequence: 5, violation } }, 9);
    assert.equal(first?.id, 'stopped');
    assert.equal(first.row, 6);
    assert.ok(first.label.length > 0);
  });

  it('speaks of an empty state', () => {
    const nothing = {
      ...base,
      sequence: null,
      appliedEvents: 0,
      userMessages: all([]),
      toolCalls: all([]),
      fingerprint: null,
    };
    assert.deepEqual(drawn(replayNodes(nothing, 0)).slice(-3), [
      'Stop state | not stopped',
      'Applied events | 0 of 0',
      'Fingerprint | unavailable',
    ]);
  });

  it('lists the newest messages that the view holds, and counts the others', () => {
    const items = Array.from({ length: 300 }, (_, i) => ({ row: i + 1_200, sequence: i, text: `m${i}` }));
    const section = replayNodes({ ...base, userMessages: { total: 1_500, items } }, 1_500)[0];
    assert.equal(section?.description, '1500');
    assert.equal(section.children?.length, 301);
    assert.equal(section.children[0]?.label, '1200 earlier, not listed');
    assert.deepEqual(section.children.at(-1)?.row, 1_499);
  });

  it('hides nothing and bounds what a journal says', () => {
    const hostile = `\u202e$(trash)<b>[x](command:y)\u0007${'z'.repeat(100_000)}`;
    const nodes = allNodes(
      replayNodes(
        {
          ...base,
          stopReason: hostile,
          userMessages: all([{ row: 1, sequence: 1, text: hostile }]),
          toolCalls: all([
            {
              row: 2,
              sequence: 2,
              callId: hostile,
              tool: hostile,
              arguments: hostile,
              result: { row: 3, sequence: 3, ok: null, text: hostile },
            },
          ]),
        },
        9,
      ),
    );
    for (const { label, description = '', tooltip = '' } of nodes) {
      assert.ok(label.length <= 320 && description.length <= 320 && tooltip.length <= 2_100);
      for (const hidden of ['\u202e', '\u0007']) assert.ok(!(label + description + tooltip).includes(hidden));
    }
  });
});
