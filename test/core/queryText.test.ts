import assert from 'node:assert/strict';
import { parseQueryText } from '../../src/core/queryText.ts';

describe('what is typed into a search box', () => {
  const table: readonly (readonly [string, ReturnType<typeof parseQueryText>])[] = [
    ['', { text: '' }],
    ['two words', { text: 'two words' }],
    ['type:tool.result', { text: '', types: ['tool.result'] }],
    ['lost type:user.message type:error file', { text: 'lost file', types: ['user.message', 'error'] }],
    ['actor:model-1 tool:bash x', { text: 'x', actors: ['model-1'], tools: ['bash'] }],
    ['seq:7', { text: '', fromSequence: 7, toSequence: 7 }],
    ['seq:7-9', { text: '', fromSequence: 7, toSequence: 9 }],
    ['seq:7-', { text: '', fromSequence: 7 }],
    ['seq:-9', { text: '', toSequence: 9 }],
    ['seq:- seq:x seq:1-2-3', { text: 'seq:- seq:x seq:1-2-3' }],
    ['after:2026-08-10', { text: '', fromTime: '2026-08-10T00:00:00Z' }],
    ['before:2026-08-10T01:02:03Z', { text: '', toTime: '2026-08-10T01:02:03Z' }],
    ['type: x:y type:', { text: 'type: x:y type:' }],
    ['__proto__:x', { text: '__proto__:x' }],
  ];
  for (const [typed, expected] of table) {
    it(JSON.stringify(typed), () => assert.deepEqual(parseQueryText(typed), expected));
  }
});
