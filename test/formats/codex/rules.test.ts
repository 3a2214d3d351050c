import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { decode } from '../../../src/core/decode.ts';
import { frame } from '../../../src/core/frame.ts';
import { codex } from '../../../src/formats/codex.ts';
import { bytesOf } from '../../support/journal.ts';
import { linesOf, readNative } from '../../support/native.ts';
import {
  answer,
  call,
  completed,
  event,
  line,
  log,
  meta,
  numbered,
  output,
  rollback,
  started,
  tokens,
  userEvent,
  userItem,
  type Line,
} from './lines.ts';

const codes = (text: string) => readNative(codex, text).codes;

/** A numbered log whose ordinals are these. */
function ordinals(...numbers: readonly (number | string | undefined)[]): string {
  const lines: Line[] = numbers.map((ordinal, i) => ({
    ordinal,
    ...(i === 0 ? meta() : line('world_state', {})),
  }));
  return linesOf(lines);
}

/** What each row of a log is and how the log ends, with or without an end after each row on the way. */
function statuses(text: string, endsOften: boolean): unknown {
  const survey = codex.survey('legacy-envelope', () => undefined);
  let row = 0;
  for (const part of decode(frame([bytesOf(text)]))) {
    if (part.kind === 'record') survey.accept(row++, part.record);
    if (endsOften) survey.end();
  }
  const { plan, found } = survey.end();
  return [Array.from({ length: row }, (_, i) => plan.statusOf(i)), plan.usage, plan.closing(), found];
}

describe('codex: the rules of a log', () => {
  const cases: readonly [name: string, text: string, expected: readonly string[]][] = [
    ['ordinals', ordinals(0, 1, 2, 3), []],
    ['a gap', ordinals(0, 1, 3, 4, 5), ['sequence-gap@3']],
    ['two gaps', ordinals(0, 1, 3, 4, 9), ['sequence-gap@3', 'sequence-gap@5']],
    ['another start', ordinals(3, 4, 5), ['sequence-start@1']],
    ['a repeat, going on from there', ordinals(0, 1, 1, 2, 3), ['sequence-repeat@3']],
    ['a repeat, going on as before', ordinals(0, 1, 2, 1, 3, 4), ['sequence-repeat@4']],
    ['before the start', ordinals(5, 6, 3, 7), ['sequence-start@1', 'sequence-backward@3']],
    ['none where there is none', ordinals(0, 1, undefined, undefined, 2), []],
    ['one that a record lost', ordinals(0, 1, undefined, 3), []],
    ['more missing than lost', ordinals(0, 1, undefined, 4), ['sequence-gap@4']],
    ['of another kind', ordinals(0, 1, 'x', 2), []],
    [
      'a delta fork starts where its base ends',
      linesOf(
        numbered([meta({ history_base: { thread_id: 's0', end_ordinal_exclusive: 6 } }), userItem('q')], 6),
      ),
      [],
    ],
    [
      'a call without an outcome',
      log(meta(), userItem('q'), call('c'), answer('a')),
      ['tool-request-unanswered@3'],
    ],
    [
      'a call without an outcome in a turn that was rolled back',
      log(meta(), userItem('q'), call('c'), rollback(1), userItem('p'), answer('a')),
      [],
    ],
    [
      'an outcome without a call',
      log(meta(), userItem('q'), output('c'), answer('a')),
      ['tool-result-orphan@3'],
    ],
    ['an outcome that another log asked for', log(meta({ forked_from_id: 's0' }), output('c')), []],
    ['an open turn', log(meta(), started('t'), userItem('q')), ['turn-open@2']],
    ['an open turn that ends', log(meta(), started('t'), userItem('q'), completed('t')), []],
    ['a turn that another takes the place of', log(meta(), started('t'), started('u'), completed('u')), []],
  ];
  for (const [name, text, expected] of cases) {
    it(name, () => assert.deepEqual(codes(text), expected));
  }

  it('damage may have had an ordinal, or not, and explains what is missing', () => {
    const torn = (...numbers: readonly number[]) =>
      ordinals(...numbers).replace(/\n/, '\n{"ordinal":1,"ty\n');
    assert.deepEqual(codes(torn(0, 1, 2)), []);
    assert.deepEqual(codes(torn(0, 2, 3)), []);
    assert.deepEqual(codes(torn(0, 3, 4)), ['sequence-gap@3']);
    assert.deepEqual(codes(log(meta(), output('c')).replace('\n', '\n{"type":"resp\n')), []);
  });

  it('the place of a fault is the member that is wrong, with the one before it', () => {
    const text = ordinals(0, 2);
    const [{ violation } = { violation: undefined }] = readNative(codex, text).found;
    assert.ok(violation?.code === 'sequence-gap');
    const [, second = ''] = text.split('\n');
    assert.equal(second.slice(violation.at.start, violation.at.end), '2');
    assert.equal(violation.related?.[0]?.at.line, 0);
  });

  it('ends at any row, and goes on as if it had not', () => {
    const words = {
      u: userItem('q'),
      e: userEvent('q'),
      a: answer('a'),
      c: call('c'),
      o: output('c'),
      r: rollback(1),
      t: started('t'),
      x: completed('t'),
      n: tokens(10),
    };
    const word = fc.constantFrom(...(['u', 'e', 'a', 'c', 'o', 'r', 't', 'x', 'n'] as const));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 24 }), (spec) => {
        const text = log(meta(), ...spec.map((key) => words[key]));
        assert.deepEqual(statuses(text, true), statuses(text, false));
      }),
    );
  });

  it('rolling back again and again takes linear time', () => {
    const turns = Array.from({ length: 20_000 }, () => userItem('q'));
    const backs = Array.from({ length: 20_000 }, () => rollback(1));
    const before = performance.now();
    const { rows } = readNative(codex, log(meta(), ...turns, ...backs));
    assert.equal(rows.filter(({ status }) => status === 'abandoned').length, 39_999);
    assert.ok(performance.now() - before < 20_000);
  });
});

describe('codex: usage', () => {
  const total = (...lines: readonly Line[]) => {
    const { usage, inheritedUsage } = readNative(codex, log(meta(), userItem('q'), ...lines)).plan;
    return [usage.input, usage.responses, inheritedUsage.input];
  };

  it('the last total, repeats ignored', () => {
    assert.deepEqual(total(tokens(100), tokens(100), tokens(150, 50), tokens(150, 50)), [150, 2, 0]);
  });
  it('a count that begins anew goes on from what was spent', () => {
    assert.deepEqual(total(tokens(100), tokens(30, 30), tokens(50, 20)), [150, 3, 0]);
    assert.deepEqual(total(tokens(100), tokens(150, 150), tokens(350, 200)), [450, 3, 0]);
  });
  it('a note without figures counts nothing', () => {
    assert.deepEqual(total(event({ type: 'token_count', info: null }), tokens(10)), [10, 1, 0]);
  });
  it('figures without their sum', () => {
    const note = (input: number, output: number) =>
      event({
        type: 'token_count',
        info: { total_token_usage: { input_tokens: input, output_tokens: output } },
      });
    const { plan } = readNative(codex, log(meta(), note(30, 7), note(30, 7), note(50, 9)));
    assert.deepEqual([plan.usage.input, plan.usage.output, plan.usage.total], [50, 9, 59]);
  });

  it('a full context is no request', () => {
    const full = { input_tokens: 0, output_tokens: 0, total_tokens: 9000 };
    const note = event({ type: 'token_count', info: { total_token_usage: full, last_token_usage: full } });
    assert.deepEqual(total(tokens(100), note), [100, 1, 0]);
  });
  it('usage by request where no totals are noted', () => {
    const record = line('token_usage_record', {
      usage: { input_tokens: 7, output_tokens: 1, total_tokens: 8 },
    });
    assert.deepEqual(total(record, record), [14, 2, 0]);
  });
  it('what was rolled back was spent', () => {
    assert.deepEqual(total(tokens(100), rollback(1), userItem('p'), tokens(150, 50)), [150, 2, 0]);
    const { active } = readNative(codex, log(meta(), userItem('q'), tokens(100), rollback(1)));
    assert.equal(active.filter(({ type }) => type === 'metric.sample').length, 1);
  });
});
