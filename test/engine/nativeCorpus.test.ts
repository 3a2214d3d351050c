// Every log of the shared corpus: its format, and normalised events that are sound where the log is. What each log holds
// is counted by the tests of its format. Skipped where the corpus is not there.

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { eventText } from '../../src/core/eventText.ts';
import { severityOf } from '../../src/core/severity.ts';
import { memorySource } from '../../src/engine/byteSource.ts';
import { detectNative } from '../../src/engine/nativeDetect.ts';
import { NativeJournal } from '../../src/engine/nativeJournal.ts';
import { detect } from '../../src/engine/reader.ts';
import { tallyOf } from '../../src/engine/tally.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import { corpusBytes, corpusFiles, overCorpus } from '../support/corpus.ts';
import { bytesOf, read } from '../support/journal.ts';

const AGENTS: Readonly<Record<string, string>> = {
  codex: 'codex',
  'claude-code': 'claude-code',
  pi: 'pi',
  reasonix: 'reasonix',
  'qwen-code': 'qwen',
};

/** Logs with faults, and what is an error in them; all others have none. */
const ERRORS: Readonly<Record<string, readonly string[]>> = {
  'codex-0.171.0-torn-line-in-middle.jsonl': ['record-torn@40'],
  'cc-missing-parent.jsonl': ['parent-unknown@5'],
  'codex-ordinal-gap.jsonl': ['sequence-gap@3'],
  'codex-torn-then-continued.jsonl': ['record-torn@4'],
  'pi-duplicate-id.jsonl': ['event-id-conflict@3', 'parent-self@3'],
  'pi-missing-parent.jsonl': ['parent-unknown@3'],
};

/** What each edge log holds once it is replayed: user messages, assistant messages, other branches. */
const EDGES: Readonly<
  Record<string, readonly [format: string, user: number, assistant: number, branches: number]>
> = {
  'cc-split-message-usage.jsonl': ['claude-code', 1, 2, 0],
  'cc-missing-parent.jsonl': ['claude-code', 0, 1, 1],
  'cc-fork-same-uuids.jsonl': ['claude-code', 1, 2, 0],
  'cc-compaction-two-roots.jsonl': ['claude-code', 1, 2, 0],
  'codex-parent.jsonl': ['codex', 1, 1, 0],
  'codex-fork-copy-two-metas.jsonl': ['codex', 2, 2, 0],
  'codex-fork-delta.jsonl': ['codex', 1, 1, 0],
  'codex-ordinal-gap.jsonl': ['codex', 1, 1, 0],
  'codex-rollback.jsonl': ['codex', 2, 2, 0],
  'codex-torn-then-continued.jsonl': ['codex', 1, 1, 0],
  'codex-bare-legacy.jsonl': ['codex', 1, 1, 0],
  'pi-two-branches.jsonl': ['pi', 1, 1, 1],
  'pi-missing-parent.jsonl': ['pi', 0, 1, 1],
  'pi-duplicate-id.jsonl': ['pi', 1, 1, 0],
  'pi-title-first-omp.jsonl': ['pi', 1, 0, 0],
  'reasonix-dag-fork-rewind.jsonl': ['reasonix', 1, 1, 1],
  'reasonix-dag-unknown-type.jsonl': ['reasonix', 1, 1, 0],
  'reasonix-ts-resume-restarts-ids.jsonl': ['reasonix', 2, 1, 0],
  'gemini-rewind-and-update.jsonl': ['gemini-cli', 1, 1, 0],
};

function opened(bytes: Uint8Array, fileName: string): NativeJournal {
  const source = memorySource(bytes);
  const detected = detectNative(source);
  assert.ok(detected !== undefined, 'no format claims it');
  const journal = new NativeJournal({ source, detected, newSha256, fileName });
  for (let reading = journal.read(); reading.next().done !== true;);
  return journal;
}

function check(bytes: Uint8Array, name: string, format: string): NativeJournal {
  assert.equal(detect(memorySource(bytes)), 'unknown', 'no Trace 0.1');
  const journal = opened(bytes, name);
  assert.equal(journal.header().format, format);
  const errors = journal.violations().filter(({ violation }) => severityOf(violation) === 'error');
  assert.deepEqual(
    errors.map(({ violation: { code, at } }) => `${code}@${at.line + 1}`).sort(),
    ERRORS[name] ?? [],
  );
  const lines = [...journal.events()].map(({ event }) => eventText(event));
  const broken = read(lines).found.filter(({ violation }) => severityOf(violation) === 'error');
  assert.deepEqual(broken, []);
  assert.equal(journal.fingerprint(lines.length), read(lines).prefixes.at(lines.length));
  return journal;
}

/** Something that happens to files: two writers, a full disk, a merge, a careless edit. */
function alter(lines: string[], kind: string, at: number, to: number): void {
  const line = lines[at] ?? '';
  if (kind === 'drop') lines.splice(at, 1);
  if (kind === 'repeat') lines.splice(to, 0, line);
  if (kind === 'swap') [lines[at], lines[to]] = [lines[to] ?? '', line];
  if (kind === 'cut') lines[at] = line.slice(0, to % Math.max(1, line.length));
  if (kind === 'join') lines.splice(at, 2, line + (lines[at + 1] ?? ''));
  // A member without its value: `"id":"x"` becomes `"id":null`.
  if (kind === 'lose') lines[at] = line.replace(/("[a-zA-Z_]+"):"[^"]*"/, '$1:null');
}

overCorpus('logs of the corpus', () => {
  for (const [folder, format] of Object.entries(AGENTS)) {
    describe(folder, () => {
      for (const name of corpusFiles(`agents/${folder}`, '.jsonl'))
        it(name, () => {
          const { skipped, records } = check(corpusBytes(`agents/${folder}`, name), name, format).header();
          assert.ok(records > 0 && skipped <= (name in ERRORS ? 1 : 0));
        });
    });
  }

  describe('logs that something happened to', () => {
    const files = Object.keys(AGENTS).flatMap((folder) =>
      corpusFiles(`agents/${folder}`, '.jsonl').map((name) => [`agents/${folder}`, name] as const),
    );
    const edges = Object.keys(EDGES).map((name) => ['edge', name] as const);
    const change = fc.record({
      kind: fc.constantFrom('drop', 'repeat', 'swap', 'cut', 'join', 'lose'),
      at: fc.nat(),
      to: fc.nat(),
    });

    it('nothing throws, what is printed is sound, and each row alone gives the same', () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...files, ...edges),
          fc.array(change, { maxLength: 6 }),
          ([folder = '', name = ''], changes) => {
            const lines = new TextDecoder().decode(corpusBytes(folder, name)).split('\n');
            for (const { kind, at, to } of changes) alter(lines, kind, at % lines.length, to % lines.length);
            const bytes = bytesOf(lines);
            if (detectNative(memorySource(bytes)) === undefined) return;
            const journal = opened(bytes, 'log.jsonl');
            const events = [...journal.events()];
            const { found } = read(events.map(({ event }) => eventText(event)));
            const errors = found.filter(({ violation }) => severityOf(violation) === 'error');
            assert.deepEqual(errors, []);
            const again = opened(bytes, 'log.jsonl');
            for (const { at } of changes) {
              const row = at % Math.max(1, again.rows);
              const expected = events.filter(
                (item) => item.row === row && !item.event.event_id.startsWith('end'),
              );
              assert.deepEqual(
                again.eventsOf(row),
                expected.map(({ event }) => event),
              );
            }
          },
        ),
        { numRuns: 200 },
      );
    });
  });

  describe('edge cases', () => {
    for (const [name, [format, user, assistant, branches]] of Object.entries(EDGES))
      it(name, () => {
        const journal = check(corpusBytes('edge', name), name, format);
        const { own, inherited } = tallyOf(journal.events(), (row) => journal.plan.isInherited(row));
        assert.deepEqual(
          [
            own.userMessages + inherited.userMessages,
            own.assistantMessages + inherited.assistantMessages,
            journal.header().branches,
          ],
          [user, assistant, branches],
        );
      });

    for (const name of [
      'not-json.jsonl',
      'array-lines.jsonl',
      'generic-objects.jsonl',
      'empty.jsonl',
      'only-newlines.jsonl',
    ])
      it(`${name}: no session`, () =>
        assert.equal(detectNative(memorySource(corpusBytes('edge', name))), undefined));

    for (const name of corpusFiles('edge', '.jsonl').filter((file) => file.startsWith('trace-')))
      it(`${name}: no agent's own log`, () =>
        assert.equal(detectNative(memorySource(corpusBytes('edge', name))), undefined));
  });
});
