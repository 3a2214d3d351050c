// Logs that Codex's real program wrote, against a count that is made another way: of plain parsed lines.

import assert from 'node:assert/strict';
import * as z from 'zod';
import { textOf } from '../../../src/core/projections/reducer.ts';
import { codex } from '../../../src/formats/codex.ts';
import { corpusBytes, corpusFiles, overCorpus } from '../../support/corpus.ts';
import { readNative } from '../../support/native.ts';

const body = z.object({
  type: z.string().optional(),
  role: z.string().optional(),
  item: z.object({ type: z.string() }).optional(),
  info: z.object({ total_token_usage: z.object({ total_tokens: z.number() }) }).nullish(),
});
const plainLine = body.extend({ payload: body.optional() });
type Plain = z.infer<typeof plainLine>;

function plainLines(bytes: Uint8Array): Plain[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .flatMap((text): Plain[] => {
      try {
        return [plainLine.parse(JSON.parse(text))];
      } catch {
        return [];
      }
    });
}

function count(bytes: Uint8Array) {
  const lines = plainLines(bytes);
  const items = lines
    .map((line) => (line.type === 'response_item' ? line.payload : line))
    .filter((item) => item !== undefined);
  const of = (test: (item: Plain) => boolean) => items.filter(test).length;
  const events = lines.filter(({ type }) => type === 'event_msg').map(({ payload }) => payload);
  const shown = events.filter((e) => e?.type === 'user_message' || e?.item?.type === 'UserMessage').length;
  // Old logs hold nothing of the host's but its context; that of the corpus is one message.
  const bare = of(({ type, role }) => type === 'message' && role === 'user');
  const totals = events
    .map((e) => e?.info?.total_token_usage.total_tokens)
    .filter((total) => total !== undefined);
  return {
    user: shown > 0 ? shown : bare,
    assistant: of(({ type, role }) => type === 'message' && role === 'assistant'),
    calls: of(({ type }) => type === 'function_call'),
    results: of(({ type }) => type === 'function_call_output'),
    total: totals.at(-1) ?? 0,
  };
}

overCorpus('codex: logs of the real program', () => {
  for (const name of corpusFiles('agents/codex', '.jsonl')) {
    it(name, () => {
      const bytes = corpusBytes('agents/codex', name);
      const { rows, plan, found } = readNative(codex, bytes);
      const told = rows.filter(({ status }) => status !== 'folded').flatMap(({ events }) => events);
      const of = (type: string) => told.filter((native) => native.type === type).length;
      assert.deepEqual(
        {
          user: of('user.message'),
          assistant: of('model.response'),
          calls: of('tool.request'),
          results: of('tool.result'),
          total: plan.usage.total + plan.inheritedUsage.total,
        },
        count(bytes),
      );
      const expected = name.includes('midturn') ? ['tool-request-unanswered'] : [];
      assert.deepEqual(
        found.map(({ violation }) => violation.code),
        expected,
      );
      assert.equal(rows.filter(({ status }) => status === 'unknown').length, 0);
    });
  }
});

interface Outcome {
  readonly generation: string;
  readonly transcript: string;
  readonly codes?: readonly string[];
  readonly usage?: readonly [own: number, inherited: number];
}

overCorpus('codex: edge cases', () => {
  const cases: Readonly<Record<string, Outcome>> = {
    'codex-parent.jsonl': { generation: 'legacy-envelope', transcript: 'q a', usage: [101, 0] },
    'codex-fork-copy-two-metas.jsonl': {
      generation: 'legacy-envelope',
      transcript: '(q) (a) q2 a2',
      usage: [50, 101],
    },
    'codex-fork-delta.jsonl': { generation: 'paginated', transcript: 'q2 a2' },
    'codex-ordinal-gap.jsonl': { generation: 'paginated', transcript: 'q a', codes: ['sequence-gap@3'] },
    'codex-rollback.jsonl': { generation: 'legacy-envelope', transcript: 'q a q3 a3' },
    'codex-torn-then-continued.jsonl': { generation: 'legacy-envelope', transcript: 'q a', usage: [101, 0] },
    'codex-bare-legacy.jsonl': { generation: 'bare', transcript: 'q a' },
  };
  for (const [name, { generation, transcript, codes = [], usage }] of Object.entries(cases)) {
    it(name, () => {
      const log = readNative(codex, corpusBytes('edge', name));
      const told = log.active.filter(({ type }) => type === 'user.message' || type === 'model.response');
      const texts = told.map(({ payload, inherited }) => {
        const text = textOf(payload['content']);
        return inherited === true ? `(${text})` : text;
      });
      assert.equal(texts.join(' '), transcript);
      assert.equal(log.generation, generation);
      assert.deepEqual(log.codes, codes);
      if (usage) assert.deepEqual([log.plan.usage.total, log.plan.inheritedUsage.total], usage);
    });
  }
});
