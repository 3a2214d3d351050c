import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Found } from '../../../src/core/check.ts';
import { decode } from '../../../src/core/decode.ts';
import { frame } from '../../../src/core/frame.ts';
import { usage } from '../../../src/core/projections/usage.ts';
import { claudeCode } from '../../../src/formats/claudeCode.ts';
import { linesOf, readNative } from '../../support/native.ts';
import { call, records, reply, result, say, traceOf, user, type Spec } from './log.ts';

const id = fc.integer({ min: 0, max: 12 }).map(String);
const parent = fc.option(id, { nil: null });
const sides = fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, fc.constant({ isSidechain: true }));

/** Any lines: ids that repeat, parents anywhere, calls and results in any order. */
const anyLine: fc.Arbitrary<Spec> = fc.oneof(
  fc.tuple(id, parent, sides).map(([uuid, up, side]) => user(uuid, `text ${uuid}`, up, side)),
  fc
    .tuple(id, id, parent, fc.nat(50))
    .map(([uuid, of, up, output]) =>
      reply(uuid, of, [say(`says ${uuid}`)], up, { usage: { input_tokens: 1, output_tokens: output } }),
    ),
  fc.tuple(id, id, parent, id).map(([uuid, of, up, which]) => reply(uuid, of, [call(which)], up)),
  fc.tuple(id, parent, id).map(([uuid, up, which]) => user(uuid, [result(which)], up)),
);
const isPrompt = ({ members }: Spec) =>
  members['type'] === 'user' && linesOf([members]).includes('"content":"text ');
const anyLog = fc.array(anyLine, { minLength: 1, maxLength: 40 });

describe('Claude Code: any log at all', () => {
  it('is read to its end, with the usage that the replay counts', () => {
    fc.assert(
      fc.property(anyLog, (given) => {
        const log = readNative(claudeCode, linesOf(records(...given)));
        const replayed = usage.initial();
        for (const event of traceOf(log)) usage.apply(replayed, event);
        assert.deepEqual(replayed, log.plan.usage);
      }),
    );
  });

  it('has each call once, and each reply once until the user speaks', () => {
    fc.assert(
      fc.property(anyLog, (given) => {
        const { active, rows } = readNative(claudeCode, linesOf(records(...given)));
        const calls = active.filter(({ type }) => type === 'tool.request');
        assert.equal(new Set(calls.map(({ payload }) => payload['tool_call_id'])).size, calls.length);
        const toldAt = new Map<unknown, number>();
        for (const [row, { status, events }] of rows.entries()) {
          const said = status === 'active' ? events.find(({ type }) => type === 'model.response') : undefined;
          if (said === undefined) continue;
          const before = toldAt.get(said.payload['message_id']);
          toldAt.set(said.payload['message_id'], row);
          if (before !== undefined) assert.ok(given.slice(before, row).some(isPrompt));
        }
      }),
    );
  });

  it('comes to the same whether it ended on the way or not', () => {
    const surveyed = (text: string, endsAt: number) => {
      const found: Found[] = [];
      const survey = claudeCode.survey('2.1', (row, violation) => void found.push({ row, violation }));
      let row = 0;
      for (const item of decode(frame([new TextEncoder().encode(text)]))) {
        if (item.kind === 'record') survey.accept(row++, item.record);
        if (row === endsAt) survey.end();
      }
      const end = survey.end();
      const statuses = Array.from({ length: row }, (_, at) => end.plan.statusOf(at));
      return {
        statuses,
        usage: end.plan.usage,
        found: [...found, ...end.found],
        closing: end.plan.closing(),
      };
    };
    fc.assert(
      fc.property(anyLog, fc.nat(40), (given, cut) => {
        const text = linesOf(records(...given));
        assert.deepEqual(surveyed(text, cut % given.length), surveyed(text, -1));
      }),
    );
  });
});
