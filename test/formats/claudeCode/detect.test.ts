import assert from 'node:assert/strict';
import { claudeCode } from '../../../src/formats/claudeCode.ts';
import { detected, linesOf } from '../../support/native.ts';
import { records, user } from './log.ts';

type Members = Readonly<Record<string, unknown>>;
const [message = {}] = records(user('1', 'q'));
const envelope = { uuid: '1', parentUuid: null, sessionId: 's' };

describe('Claude Code: detection', () => {
  const cases: readonly [string, readonly Members[], string | undefined][] = [
    ['a message', [message], '2.1'],
    ['version 1', [{ ...message, version: '1.0.44' }], '1.x'],
    ['version 2.0', [{ ...message, version: '2.0.14' }], '2.0'],
    ['a version that is none', [{ ...message, version: 'x' }], 'unversioned'],
    ['state before the first message', [{ type: 'queue-operation', sessionId: 's' }, message], '2.1'],
    ['nothing but state', [{ type: 'mode', mode: 'normal', sessionId: 's' }], 'unversioned'],
    ['a summary', [{ type: 'summary', summary: 'x', leafUuid: 'y' }], 'unversioned'],
    ['a snapshot', [{ type: 'file-history-snapshot', messageId: 'm', snapshot: {} }], 'unversioned'],
    ['an attachment first', [{ ...envelope, type: 'attachment', attachment: {} }], 'unversioned'],
    ['an odd line among messages', [{ a: 1 }, message, message], '2.1'],
    ['one message among others’ lines', [message, { a: 1 }, { b: 2 }, { c: 3 }], undefined],
    ['the prompt history', [{ display: 'q', timestamp: 1, project: '/w', sessionId: 's' }], undefined],
    ['the prompt history of another agent', [{ session_id: 's', ts: 1, text: 'q' }], undefined],
    ['chat messages', [{ role: 'user', content: 'q' }], undefined],
    ['chat messages with a type', [{ type: 'user', message: { role: 'user', content: 'q' } }], undefined],
    ['a stream of results', [{ type: 'system', subtype: 'init', session_id: 's' }], undefined],
    ['a message without content', [{ ...envelope, type: 'user', message: {} }], undefined],
    ['an entry of Pi', [{ type: 'session', id: 'x', cwd: '/w', version: 3 }], undefined],
    ['nothing', [], undefined],
  ];
  for (const [name, given, generation] of cases) {
    it(name, () => assert.equal(detected(claudeCode, linesOf(given)), generation));
  }
});
