// Real logs, counted by a script of their own: the messages that a person would count by reading the lines.

import assert from 'node:assert/strict';
import { severityOf } from '../../../src/core/severity.ts';
import { usage } from '../../../src/core/projections/usage.ts';
import { claudeCode } from '../../../src/formats/claudeCode.ts';
import { corpusBytes, corpusFiles, overCorpus } from '../../support/corpus.ts';
import { countLog } from './count.ts';
import { countsOf, traceOf } from './log.ts';
import { readNative } from '../../support/native.ts';

const FOLDER = 'agents/claude-code';

overCorpus('Claude Code: logs that its program wrote', () => {
  for (const name of corpusFiles(FOLDER, '.jsonl')) {
    it(name, () => {
      const bytes = corpusBytes(FOLDER, name);
      const log = readNative(claudeCode, bytes);
      assert.equal(log.generation, '2.1');
      assert.equal(log.plan.identity.agentVersion, '2.1.328');
      assert.deepEqual(
        log.found.filter(({ violation }) => severityOf(violation) === 'error'),
        [],
      );
      assert.deepEqual(countsOf(log), countLog(new TextDecoder().decode(bytes)));
      assert.equal(log.plan.otherLeaves.length, 0);
      const replayed = usage.initial();
      for (const event of traceOf(log)) usage.apply(replayed, event);
      assert.deepEqual(replayed, log.plan.usage);
    });
  }
});

overCorpus('Claude Code: edge cases', () => {
  const read = (name: string) => readNative(claudeCode, corpusBytes('edge', name));

  it('cc-split-message-usage.jsonl', () => {
    const { user, assistant, input, output } = countsOf(read('cc-split-message-usage.jsonl'));
    assert.deepEqual([user.length, assistant.length, input, output], [1, 2, 20, 49]);
    assert.deepEqual(read('cc-split-message-usage.jsonl').codes, []);
  });

  it('cc-missing-parent.jsonl', () => {
    const { found, codes } = read('cc-missing-parent.jsonl');
    assert.deepEqual(codes, ['parent-unknown@5']);
    const [fault] = found.filter(({ violation }) => severityOf(violation) === 'error');
    assert.equal(fault?.violation.code, 'parent-unknown');
    assert.equal(fault.violation.at.line, 4);
    assert.equal(fault.violation.unreachable, 4);
  });

  it('cc-fork-same-uuids.jsonl', () => assert.deepEqual(read('cc-fork-same-uuids.jsonl').codes, []));

  it('cc-compaction-two-roots.jsonl', () => {
    const log = read('cc-compaction-two-roots.jsonl');
    assert.deepEqual(log.codes, []);
    assert.equal(log.active.filter(({ type }) => type === 'context.compact').length, 1);
    assert.deepEqual(countsOf(log).user, ['q']);
  });
});
