import assert from 'node:assert/strict';
import { looksLikeJournal } from '../../src/extension/sniff.ts';

const event = JSON.stringify({ trace_version: '0.1.0', event_id: 'e', sequence: 0 });

describe('recognising a journal', () => {
  const cases: readonly (readonly [string, string, boolean, boolean])[] = [
    ['an event', `${event}\n`, true, true],
    ['an event without a final newline', event, true, true],
    ['a byte order mark', `\ufeff${event}\n`, true, true],
    ['a damaged first line', `{"trace_ver\n${event}\n`, true, true],
    ['a first record longer than what was read', event.slice(0, -1), false, true],
    ['an event cut off by the end of the file', event.slice(0, -1), true, false],
    ['other JSON lines', '{"a":1}\n{"b":2}\n', true, false],
    ['other JSON lines that quote an event', `${JSON.stringify({ text: event })}\n`, true, false],
    ['keys of the wrong types', '{"trace_version":1,"event_id":"e","sequence":0}\n', true, false],
    ['nothing', '', true, false],
    ['noise', '\u0000\u0001\n\ufffd', true, false],
    ['an array', `[${event}]\n`, true, false],
  ];
  for (const [name, text, whole, expected] of cases)
    it(`${expected ? 'yes' : 'no'}: ${name}`, () => assert.equal(looksLikeJournal(text, whole), expected));
});
