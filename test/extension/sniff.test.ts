import assert from 'node:assert/strict';
import { looksLikeJournal } from '../../src/extension/sniff.ts';
import { claudeLog, codexLog, piLog } from '../support/agentLogs.ts';

const event = JSON.stringify({ trace_version: '0.1.0', event_id: 'e', sequence: 0, payload: { text: 'x' } });

describe('recognising a journal', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['an event', `${event}\n`, true],
    ['an event without a final newline', event, true],
    ['a byte order mark', `\ufeff${event}\n`, true],
    ['a damaged first line', `{"trace_ver\n${event}\n`, true],
    ['a first record longer than what was read', event.slice(0, -9), true],
    ['a Codex session', codexLog(), true],
    ['a Claude Code session', claudeLog(), true],
    ['a Pi session that is cut off', piLog().slice(0, 300), true],
    ['a Pi session after a torn line', `{"type":"sess\n${piLog()}`, true],
    ['other JSON lines', '{"a":1}\n{"b":2}\n', false],
    ['other JSON lines that quote an event', `${JSON.stringify({ text: event })}\n`, false],
    ['nothing', '', false],
    ['noise', '\u0000\u0001\n\ufffd', false],
    ['an array', `[${event}]\n`, false],
  ];
  for (const [name, text, expected] of cases)
    it(`${expected ? 'yes' : 'no'}: ${name}`, () =>
      assert.equal(looksLikeJournal(new TextEncoder().encode(text)), expected));
});
