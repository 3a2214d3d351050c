import assert from 'node:assert/strict';
import { idInFileName, identityMismatch } from '../../src/formats/fileIdentity.ts';
import type { NativeFormatId } from '../../src/formats/native.ts';

const A = '01900000-0000-7000-8000-00000000000a';
const B = '01900000-0000-7000-8000-00000000000b';

describe('ids in file names', () => {
  const names: readonly (readonly [NativeFormatId, string, string | undefined])[] = [
    ['codex', `rollout-2026-01-01T00-00-00-${A}.jsonl`, A],
    ['codex', `rollout-2026-01-01T00-00-00-${A}.jsonl.zst`, A],
    ['codex', `rollout-2026-01-01T00-00-00-${A}_${B}.jsonl`, A],
    ['codex', `${A}.jsonl`, undefined],
    ['codex', `copy of rollout-2026-01-01T00-00-00-${A}.jsonl`, undefined],
    ['claude-code', `${A}.jsonl`, A],
    ['claude-code', 'agent-a1b2c3.jsonl', undefined],
    ['qwen', `${A}.jsonl`, A],
    ['pi', `2026-01-01T00-00-00-000Z_${A}.jsonl`, A],
    ['pi', 'session.jsonl', undefined],
    ['gemini-cli', 'session-2026-01-01T00-00-0190abcd.jsonl', '0190abcd'],
    ['copilot-cli', 'events.jsonl', undefined],
    ['reasonix', `${A}.jsonl`, undefined],
  ];
  for (const [format, name, id] of names)
    it(`${format}: ${name}`, () => assert.equal(idInFileName(format, name), id));
});

describe('an id that is not the one in the name', () => {
  const file = `rollout-2026-01-01T00-00-00-${A}.jsonl`;
  const rows: readonly (readonly [string, string | null, string | null, string, object | undefined])[] = [
    ['the session has it', A, B, file, undefined],
    ['the run has it', B, A, file, undefined],
    ['neither', B, null, file, { header: B, file: A }],
    ['the run is named before the session', 'x', B, file, { header: B, file: A }],
    ['no id in the log', null, null, file, undefined],
    ['no id in the name', B, null, 'x.jsonl', undefined],
  ];
  for (const [name, sessionId, runId, fileName, expected] of rows)
    it(name, () => assert.deepEqual(identityMismatch('codex', { sessionId, runId }, fileName), expected));

  it('a name may hold the beginning alone', () => {
    const name = 'session-2026-01-01T00-00-01900000.jsonl';
    assert.equal(identityMismatch('gemini-cli', { sessionId: A, runId: null }, name), undefined);
  });
});
