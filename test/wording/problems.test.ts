import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { severityOf } from '../../src/core/severity.ts';
import { ALL } from './samples.ts';

const CODES = ALL.map(({ code }) => code);

describe('docs/problems.md', () => {
  const [, ...sections] = fs.readFileSync('docs/problems.md', 'utf8').split(/^### /m);
  const textOf = new Map(sections.map((section) => [/^\S+/.exec(section)?.[0] ?? '', section]));

  it('has one section for every code, and no other', () => {
    assert.deepEqual([...textOf.keys()].sort(), CODES.toSorted());
    assert.equal(textOf.size, sections.length);
  });

  for (const violation of ALL) {
    const { code } = violation;
    it(`${code}: its severity, what it means and what to do`, () => {
      const text = textOf.get(code) ?? '';
      assert.match(text, new RegExp(`^${code}\\n\\n_${severityOf(violation)}[^_]*_ – [A-Z\`]`));
      assert.match(text, /\nWhat to do: [A-Z][^]*\.\n/);
    });
  }
});
