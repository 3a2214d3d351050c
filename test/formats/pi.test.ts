import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { decode } from '../../src/core/decode.ts';
import { frame } from '../../src/core/frame.ts';
import type { JsonObject } from '../../src/core/json/value.ts';
import { pi } from '../../src/formats/pi.ts';
import { corpusBytes, corpusFiles, overCorpus } from '../support/corpus.ts';
import { bytesOf } from '../support/journal.ts';
import { detected, linesOf, parsedLines, readNative, told, type NativeLog } from '../support/native.ts';

type Members = Readonly<Record<string, unknown>>;

const AT = '2026-01-02T00:00:00.000Z';
const USAGE = { input: 3, output: 2, cacheRead: 1, cacheWrite: 0, totalTokens: 6, cost: { total: 0.5 } };

/** Lines of a session by words: `u1` is a user's message with this id, `a2<u1` a reply that hangs off `u1`. */
const ROLES: Readonly<Record<string, (id: string) => Members>> = {
  u: (id) => ({ role: 'user', content: [{ type: 'text', text: id }] }),
  a: (id) => ({
    role: 'assistant',
    content: [{ type: 'text', text: id }],
    model: 'm',
    usage: USAGE,
    stopReason: 'stop',
  }),
  t: (id) => ({
    role: 'assistant',
    content: [{ type: 'toolCall', id: `c-${id}`, name: 'read', arguments: { path: 'p' } }],
    stopReason: 'toolUse',
  }),
  r: (id) => ({
    role: 'toolResult',
    toolCallId: `c-t${id.slice(1)}`,
    toolName: 'read',
    content: [],
    isError: false,
  }),
  e: () => ({ role: 'assistant', content: [], stopReason: 'error', errorMessage: 'no' }),
  x: () => ({ role: 'assistant', content: [{ type: 'text', text: 'part' }], stopReason: 'aborted' }),
  s: () => ({ role: 'system', content: 'be brief' }),
  b: () => ({ role: 'bashExecution', command: 'ls', output: 'out', exitCode: 0 }),
};
const TYPES: Readonly<Record<string, Members>> = {
  k: { type: 'compaction', summary: 'so far', firstKeptEntryId: 'u1', tokensBefore: 9 },
  l: { type: 'label', targetId: 'u1', label: 'here' },
  c: { type: 'custom', customType: 'session_exit', data: { kind: 'signal' } },
  m: { type: 'model_change', provider: 'p', modelId: 'm2' },
  w: { type: 'branch_summary', fromId: 'a1', summary: 'tried' },
  q: { type: 'no_such_type' },
  f: { type: 'leaf', targetId: 'a1' },
  o: { type: 'leaf', targetId: null },
  z: { type: 'leaf', targetId: 'nowhere' },
  p: { type: 'credential_pin', provider: 'p', hash: 'h' },
  y: { type: 'model_usage', purpose: 'title', model: 'm', usage: USAGE },
};

function header(members: Members = {}): Members {
  return { type: 'session', version: 3, id: 'pi-1', timestamp: AT, cwd: '/w', ...members };
}

function entries(words: string): Members[] {
  let previous: string | null = null;
  return words.split(' ').map((word) => {
    const [id = '', parent] = word.split('<');
    const parentId: string | null = parent === undefined ? previous : parent === '' ? null : parent;
    previous = id;
    const role = ROLES[id.charAt(0)];
    const base = { id, parentId, timestamp: AT };
    return role === undefined
      ? { ...TYPES[id.charAt(0)], ...base }
      : { type: 'message', ...base, message: { ...role(id), timestamp: 1 } };
  });
}

const read = (words: string, leaf?: number) => readNative(pi, linesOf([header(), ...entries(words)]), leaf);

/** Ids of the active rows that have events, the header apart. */
function path({ rows }: NativeLog): string {
  return rows
    .slice(1)
    .filter(({ status }) => status === 'active')
    .map(({ events }) => events[0]?.id ?? '-')
    .join(' ');
}

describe('Pi: the path and its faults', () => {
  const CASES: readonly (readonly [
    words: string,
    path: string,
    codes: readonly string[],
    leaves: readonly number[],
  ])[] = [
    ['u1 a1', 'u1 a1', [], []],
    ['u1 a1 u2 b2<a1 a3', 'u1 a1 b2 a3', [], [3]],
    ['u1 a1 u2< a2', 'u2 a2', [], [2]],
    ['s0 u1 m1 t1 r1 a1 k1 u2 a2 l2', 's0 u1 t1 r1 a1 k1 u2 a2', [], []],
    ['u1 a1 w1<u1 u2 a2', 'u1 w1 u2 a2', [], [2]],
    ['u1 t1 r1 a1 r9', 'u1 t1 r1 a1 r9', ['tool-result-orphan@6', 'turn-open@6'], []],
    ['u1 t1 u2 a2', 'u1 t1 u2 a2', ['tool-request-unanswered@3'], []],
    ['u1 t1 u2<u1 a2', 'u1 u2 a2', [], [2]],
    ['u1 a1 u2', 'u1 a1 u2', ['turn-open@4'], []],
    ['u1 a1 q1 u2 a2', 'u1 a1 u2 a2', [], []],
    ['u1 a2<zz', 'a2', ['parent-unknown@3'], [1]],
    ['u1 a1<a1', 'a1', ['parent-self@3'], [1]],
    ['u1 u1', 'u1 u1', ['event-id-conflict@3', 'parent-self@3', 'turn-open@3'], []],
    ['u1<a1 a1', 'u1 a1', ['parent-future@2', 'parent-cycle@2'], []],
    // What the user does on an older branch is no fault; what a program appends there by itself is.
    ['u1 a1 u2 a2 c1', 'u1 a1 u2 a2', [], []],
    ['u1 a1 u2 a2 c1<a1', 'u1 a1', ['leaf-stale@6'], [4]],
    ['u1 a1 u2 a2 c1<', '', ['leaf-stale@6'], [4]],
    ['u1 a1 u2 a2 c1<a1 c2', 'u1 a1', ['leaf-stale@6'], [4]],
    ['u1 a1 u2 a2 q1<a1', 'u1 a1', ['leaf-stale@6'], [4]],
    ['u1 a1 u2 a2 l1<a1', 'u1 a1', [], [4]],
    ['u1 a1 u2 a2 m1<a1', 'u1 a1', [], [4]],
    ['u1 a1 u2 a2 c1<a1 u3 a3', 'u1 a1 u3 a3', [], [4]],
    ['u1 a1 l1 c1<a1', 'u1 a1', [], [3]],
  ];
  for (const [words, active, codes, leaves] of CASES) {
    it(`${words} → ${active} ${codes.join(' ')}`, () => {
      const log = read(words);
      assert.equal(path(log), active);
      assert.deepEqual(log.codes, codes);
      assert.deepEqual(log.plan.otherLeaves, leaves);
    });
  }

  it('a missing parent: how many records are lost', () => {
    const { found } = read('u1 a1 u2 a2<zz');
    assert.deepEqual(
      found.map(
        ({ violation }) => violation.code === 'parent-unknown' && [violation.parent, violation.unreachable],
      ),
      [['zz', 3]],
    );
  });

  it('places of a fault are those of its values', () => {
    const { found } = read('u1 a1 u2 a2 c1<a1');
    const line = JSON.stringify(entries('u1 a1 u2 a2 c1<a1')[4]);
    const [stale] = found;
    assert.equal(line.slice(stale?.violation.at.start, stale?.violation.at.end), '"a1"');
    assert.deepEqual(
      stale?.violation.related?.map(({ role, at }) => [role, at.line]),
      [['newest-leaf', 4]],
    );
  });

  it('an entry that names no parent at all follows the one before', () => {
    const loose = entries('u1 a1 u2 a2').map((entry) => ({ ...entry, parentId: undefined }));
    const log = readNative(pi, linesOf([header(), ...loose]));
    assert.equal(path(log), 'u1 a1 u2 a2');
    assert.deepEqual(log.codes, []);
  });

  const pointers: readonly (readonly [string, string, string])[] = [
    ['at the end moves the leaf', 'u1 a1 u2 a2 f1', 'u1 a1'],
    ['before an entry says nothing that the entry does not', 'u1 a1 u2 a2 f1 u3<a1 a3', 'u1 a1 u3 a3'],
    ['to nothing moves it before the first entry', 'u1 a1 o1', ''],
    ['to what is not there moves nothing', 'u1 a1 z1', 'u1 a1'],
  ];
  for (const [name, words, expected] of pointers) {
    it(`a leaf entry ${name}`, () => {
      const log = read(words);
      assert.equal(path(log), expected);
      assert.deepEqual(
        log.rows.filter(({ status }) => status === 'unknown'),
        [],
      );
    });
  }

  it('what oh-my-pi notes by itself is no change of branches', () => {
    const log = read('u1 a1 p1 y1<a1');
    assert.deepEqual([path(log), log.codes], ['u1 a1 y1', []]);
    assert.equal(log.active.at(-2)?.payload['kind'], 'title');
  });

  it('another leaf is chosen', () => {
    const log = read('u1 a1 u2 a2 c1<a1', 4);
    assert.equal(path(log), 'u1 a1 u2 a2');
    assert.deepEqual(log.codes, []);
    assert.deepEqual(log.plan.otherLeaves, [5]);
  });

  it('a damaged record explains what names it, and calls without results', () => {
    const whole = linesOf([header(), ...entries('u1 t1 r1 a1 u2')]).split('\n');
    whole[3] = whole[3]?.slice(0, 90) ?? '';
    const log = readNative(pi, whole.join('\n'));
    assert.deepEqual(log.codes, ['turn-open@6']);
    assert.equal(log.rows[3]?.status, 'damaged');
  });

  it('end may be asked again while the log grows', () => {
    const survey = pi.survey('v3', () => assert.fail());
    const lines = linesOf([header(), ...entries('u1 a1 u2 b2<a1')]);
    const closings = Array.from(decode(frame([bytesOf(lines)])), (item, row) => {
      if (item.kind === 'record') survey.accept(row, item.record);
      return [survey.end().plan.closing().length, survey.end().plan.otherLeaves.length];
    });
    assert.deepEqual(closings, [
      [0, 0],
      [0, 0],
      [1, 0],
      [0, 0],
      [1, 1],
    ]);
  });

  it('any links: no hang, each row has one status', () => {
    const id = fc.integer({ min: 0, max: 6 }).map((n) => `u${n}`);
    fc.assert(
      fc.property(fc.array(fc.tuple(id, fc.option(id)), { maxLength: 12 }), (links) => {
        const words = links.map(([own, parent]) => `${own}<${parent ?? ''}`).join(' ');
        const { rows, plan } = words === '' ? readNative(pi, linesOf([header()])) : read(words);
        const statuses = rows.map(({ status }) => status);
        assert.ok(statuses.every((status) => ['active', 'abandoned'].includes(status)));
        for (const leaf of plan.otherLeaves) assert.equal(statuses[leaf], 'abandoned');
      }),
    );
  });
});

describe('Pi: events', () => {
  const events = (words: string) => told(read(words).active.slice(1));

  it('a turn with a tool', () => {
    assert.deepEqual(events('u1 t1 r1 a1'), [
      ['user.message', { content: 'u1' }],
      ['model.response', { content: '', stop_reason: 'toolUse' }],
      ['tool.request', { tool: 'read', tool_call_id: 'c-t1', arguments: { path: 'p' } }],
      ['tool.result', { tool: 'read', tool_call_id: 'c-t1', ok: true, result: '' }],
      [
        'model.response',
        {
          content: 'a1',
          stop_reason: 'stop',
          usage: {
            input_tokens: 3,
            output_tokens: 2,
            cache_read_input_tokens: 1,
            cache_creation_input_tokens: 0,
            total_tokens: 6,
            cost_usd: 0.5,
          },
        },
      ],
      ['session.stop', { reason: 'completed' }],
    ]);
  });

  it('a failed and an interrupted reply', () => {
    assert.deepEqual(told(read('u1 e1').active.slice(2)), [
      ['model.response', { content: '', stop_reason: 'error', error: 'no' }],
      ['error', { message: 'no' }],
      ['session.stop', { reason: 'error' }],
    ]);
    assert.deepEqual(told(read('u1 x1').active.slice(-1)), [['session.stop', { reason: 'interrupted' }]]);
  });

  it('a command of the user, instructions, a compaction, a branch', () => {
    assert.deepEqual(events('s0 b1 k1 w1'), [
      ['instruction.accept', { source: 'system', content: 'be brief' }],
      ['tool.request', { tool: 'bash', tool_call_id: 'b1', arguments: { command: 'ls' } }],
      ['tool.result', { tool: 'bash', tool_call_id: 'b1', ok: true, result: 'out', exit_code: 0 }],
      ['context.compact', { summary: 'so far', first_kept_entry_id: 'u1', tokens_before: 9 }],
      ['session.branch', { kind: 'branch_summary', from_id: 'a1', summary: 'tried' }],
    ]);
  });

  it('members of another shape are left out, the record is not', () => {
    const odd = {
      type: 'message',
      id: 'a1',
      parentId: null,
      message: { role: 'assistant', content: 'hi', usage: 7 },
    };
    const log = readNative(
      pi,
      linesOf([header(), odd, { type: 'message', id: 'b', parentId: 'a1', message: 1 }]),
    );
    assert.deepEqual(log.rows[1]?.events[0]?.payload, { content: 'hi' });
    assert.deepEqual(log.codes, ['record-shape@3']);
  });

  it('usage of summaries, of tools and of entries of their own counts as that of replies', () => {
    const extra = (members: Members) => [
      header(),
      ...entries('u1 a1'),
      { ...members, id: 'n', parentId: 'a1' },
    ];
    const total = (members: Members) => readNative(pi, linesOf(extra(members))).plan.usage.total;
    const result = { role: 'toolResult', toolCallId: 'c', toolName: 't', content: [], usage: USAGE };
    assert.equal(total({ type: 'compaction', summary: 's', firstKeptEntryId: 'u1', usage: USAGE }), 12);
    assert.equal(total({ type: 'branch_summary', fromId: 'a1', summary: 's', usage: USAGE }), 12);
    assert.equal(total({ type: 'usage', kind: 'cache_warm', usage: USAGE }), 12);
    assert.equal(total({ type: 'message', message: result }), 12);
    assert.equal(total({ type: 'compaction', summary: 's', firstKeptEntryId: 'u1' }), 6);
    assert.equal(total({ type: 'custom', customType: 'x', usage: USAGE }), 6);
  });

  it('usage is that of the active path, inherited history and what was left apart', () => {
    const copied = entries('u1 a1').map((entry) => ({ ...entry, timestamp: '2026-01-01T00:00:00.000Z' }));
    const own = entries('u2<a1 a2 a3<u2');
    const parentSession = '/s/2026-01-01T00-00-00-000Z_pi-0.jsonl';
    const { plan, rows } = readNative(pi, linesOf([header({ parentSession }), ...copied, ...own]));
    assert.deepEqual(plan.usage, {
      input: 3,
      output: 2,
      cacheRead: 1,
      cacheWrite: 0,
      total: 6,
      cost: 0.5,
      responses: 1,
    });
    assert.deepEqual(plan.inheritedUsage, plan.usage);
    assert.deepEqual(plan.abandonedUsage, plan.usage);
    assert.deepEqual(
      rows.map(({ inherited }) => inherited),
      [false, true, true, false, false, false],
    );
    assert.deepEqual(plan.identity.links, [{ kind: 'forked-from', id: 'pi-0', file: parentSession }]);
  });
});

describe('Pi: generations', () => {
  const v1 = entries('u1 a1').map(({ type, message }) => ({ type, message, timestamp: AT }));
  const CASES: readonly (readonly [
    name: string,
    records: readonly unknown[],
    generation: string | undefined,
  ])[] = [
    ['version 3', [header(), ...entries('u1')], 'v3'],
    ['version 2', [header({ version: 2 }), ...entries('u1')], 'v2'],
    ['no version', [header({ version: undefined }), ...v1], 'v1'],
    ['a title first', [{ type: 'title', v: 1 }, header(), ...entries('u1')], 'v3 (oh-my-pi)'],
    ['a header alone', [header()], 'v3'],
    ['a header in front of other records', [header(), { type: 'user/message', seq: 0, data: {} }], undefined],
    [
      'a stream of the running program',
      [header(), { type: 'agent_start' }, { type: 'turn_start' }],
      undefined,
    ],
    ['prompt history', [{ display: 'x', timestamp: 1, project: '/p' }], undefined],
    ['no header', entries('u1 a1'), undefined],
  ];
  for (const [name, records, generation] of CASES) {
    it(`${name}: ${generation ?? 'not Pi'}`, () => assert.equal(detected(pi, linesOf(records)), generation));
  }

  it('version 1 is a list', () => {
    const log = readNative(
      pi,
      linesOf([header({ version: undefined, branchedFrom: '/s/a_b.jsonl' }), ...v1]),
    );
    assert.deepEqual(
      log.active.map(({ type }) => type),
      ['session.start', 'user.message', 'model.response', 'session.stop'],
    );
    assert.deepEqual(log.codes, []);
    assert.equal(log.plan.usage.total, 6);
  });
});

overCorpus('corpus: Pi', () => {
  for (const name of corpusFiles('agents/pi', '.jsonl')) {
    it(`${name}: counts of the active path, counted apart`, () => {
      const bytes = corpusBytes('agents/pi', name);
      const log = readNative(pi, bytes);
      assert.deepEqual(
        log.codes.filter((code) => !code.startsWith('tool-request-unanswered')),
        [],
      );
      assert.deepEqual(countsOf(log), expectedCounts(parsedLines(bytes)));
    });
  }

  const EDGES: readonly (readonly [name: string, path: string, codes: readonly string[]])[] = [
    ['pi-two-branches', 'a1 b2', []],
    ['pi-missing-parent', 'b1', ['parent-unknown@3']],
    ['pi-duplicate-id', 'a1 a1', ['event-id-conflict@3', 'parent-self@3']],
  ];
  for (const [name, active, codes] of EDGES) {
    it(name, () => {
      const log = readNative(pi, corpusBytes('edge', `${name}.jsonl`));
      assert.equal(path(log), active);
      assert.deepEqual(log.codes, codes);
    });
  }

  it('pi-title-first-omp', () => {
    const log = readNative(pi, corpusBytes('edge', 'pi-title-first-omp.jsonl'));
    assert.deepEqual([log.generation, log.plan.identity.sessionId], ['v3 (oh-my-pi)', 'pi-1']);
    assert.deepEqual(
      log.rows.map(({ status }) => status),
      ['folded', 'active', 'active'],
    );
  });
});

function countsOf({ active, plan }: NativeLog): unknown {
  const of = (type: string) => active.filter((event) => event.type === type).length;
  return {
    user: of('user.message'),
    assistant: of('model.response'),
    calls: of('tool.request'),
    results: of('tool.result'),
    total: plan.usage.total + plan.inheritedUsage.total,
  };
}

/** The same figures, read off the file in another way: from the last line up by its parents. */
function expectedCounts(records: JsonObject[]): unknown {
  const counts = { user: 0, assistant: 0, calls: 0, results: 0, total: 0 };
  let wanted = records.at(-1)?.['id'];
  for (const record of records.reverse()) {
    if (record['id'] !== wanted) continue;
    wanted = record['parentId'];
    const line = JSON.stringify(record['message'] ?? {});
    if (line.startsWith('{"role":"user"')) counts.user += 1;
    if (line.startsWith('{"role":"assistant"')) {
      counts.assistant += 1;
      counts.calls += line.split('{"type":"toolCall"').length - 1;
    }
    // Pi sums the usage of replies, of tools, and of summaries.
    counts.total += Number(/"totalTokens":(\d+)/.exec(JSON.stringify(record))?.[1] ?? 0);
    if (line.startsWith('{"role":"toolResult"')) counts.results += 1;
    if (line.startsWith('{"role":"bashExecution"')) {
      counts.calls += 1;
      counts.results += 1;
    }
  }
  return counts;
}
