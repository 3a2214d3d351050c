// One fault of each kind put into each event of sound traces: exactly that code, on that line, at that text, and no
// other Problem. Runs over the samples, and over `../shared/corpus/trace01` where it is there.

import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { FAULTS } from '../support/faults.ts';
import { problems, type Lines } from '../support/journal.ts';

function tracesIn(folder: string): [string, Lines][] {
  const names = fs.existsSync(folder)
    ? fs.readdirSync(folder).filter((name) => name.endsWith('.trace.jsonl'))
    : [];
  return names.map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n')]);
}

/** What a test says of a violation: `CODE@LINE ‹text›`, without columns and related places. */
function shortened(problem: string): string {
  const [, code, line, text] = /^(.*)@(\d+):\S+ (‹.*?›)/u.exec(problem) ?? [];
  return `${code ?? ''}@${line ?? ''} ${text ?? ''}`;
}

/** The same cut as `problems` makes. */
function marked(text: string): string {
  return text.length > 24 ? `‹${text.slice(0, 23)}…›` : `‹${text}›`;
}

const RECORDED = /^(recorded-fingerprint-mismatch|lineage-mismatch)@/u;

function everyInjection(traces: readonly [string, Lines][]): void {
  for (const fault of FAULTS) {
    it(fault.name, () => {
      let injected = 0;
      for (const [name, lines] of traces) {
        for (let at = 0; at < lines.length; at++) {
          if (fault.fits?.(lines, at) === false) continue;
          injected += 1;
          const { code, line, text } = fault.expected(lines, at);
          const found = problems(fault.inject(lines, at)).map(shortened);
          const own =
            fault.changesContent === true ? found.filter((problem) => !RECORDED.test(problem)) : found;
          assert.deepEqual(own, [`${code}@${line} ${marked(text)}`], `${name}, event ${at}`);
        }
      }
      assert.ok(injected > 0);
    });
  }
}

describe('one injected fault is one Problem: the sample', () => {
  everyInjection(tracesIn('samples').filter(([name]) => name === 'session.trace.jsonl'));
});

describe('one injected fault is one Problem: the corpus', () => {
  const traces = tracesIn('../shared/corpus/trace01');
  if (traces.length === 0) it('needs ../shared/corpus/trace01, which is not here');
  else everyInjection(traces);
});
