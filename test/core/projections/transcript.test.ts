import assert from 'node:assert/strict';
import { transcript } from '../../../src/core/projections/transcript.ts';
import { session, stateOf, traceEvents, type Happening } from '../../support/events.ts';

const user = (payload: Happening[1]): Happening => ['user.message', payload];
const response = (payload: Happening[1]): Happening => ['model.response', payload];

/** `user@SEQUENCE: TEXT` and `assistant@SEQUENCE: TEXT`. */
function said(...happenings: readonly Happening[]): string[] {
  const state = stateOf(transcript, traceEvents(session(...happenings)));
  return [
    ...state.user.map(({ sequence, text }) => `user@${sequence}: ${text}`),
    ...state.assistant.map(({ sequence, text }) => `assistant@${sequence}: ${text}`),
  ];
}

const CASES: readonly (readonly [name: string, happenings: readonly Happening[], said: readonly string[]])[] =
  [
    ['content', [user({ content: 'hi' }), response({ content: 'ho' })], ['user@0: hi', 'assistant@1: ho']],
    [
      'an empty content is a message',
      [user({ content: '' }), response({ content: '' })],
      ['user@0: ', 'assistant@1: '],
    ],
    ['a user message without content', [user({})], ['user@0: ']],
    // The key decides, not its value.
    [
      'content null',
      [user({ content: null }), response({ content: null })],
      ['user@0: null', 'assistant@1: null'],
    ],
    [
      'content that is no text',
      [response({ content: [{ type: 'text' }] })],
      ['assistant@0: [{"type":"text"}]'],
    ],
    [
      'content and final: content wins',
      [response({ content: 'a', final: true, accumulated: 'b' })],
      ['assistant@0: a'],
    ],
    ['a response without content', [response({ tool_calls: [] })], []],
    // Streams.
    ['deltas are not messages', [response({ delta: 'a' }), response({ delta: 'b', final: false })], []],
    [
      'final: the accumulated text',
      [response({ delta: 'b', accumulated: 'ab', final: true })],
      ['assistant@0: ab'],
    ],
    ['final without accumulated', [response({ delta: 'b', final: true })], ['assistant@0: ']],
    [
      'final is true, and nothing like it',
      [response({ accumulated: 'a', final: 'true' }), response({ accumulated: 'a', final: 1 })],
      [],
    ],
    [
      'two streams, one after the other',
      [
        response({ delta: 'a' }),
        response({ final: true, accumulated: 'a' }),
        response({ final: true, accumulated: 'b' }),
      ],
      ['assistant@1: a', 'assistant@2: b'],
    ],
    // Other events say nothing.
    [
      'requests, agents, errors',
      [
        ['model.request', { content: 'x' }],
        ['agent.message', { content: 'x' }],
        ['error', { content: 'x' }],
      ],
      [],
    ],
  ];

describe('transcript', () => {
  for (const [name, happenings, expected] of CASES) {
    it(name, () => assert.deepEqual(said(...happenings), expected));
  }

  it('content in a prototype is not content', () => {
    const [line = ''] = session(response({ proto: { content: 'x', final: true } }));
    assert.deepEqual(
      stateOf(transcript, traceEvents([line.replace('"proto"', '"__proto__"')])).assistant,
      [],
    );
  });

  it('keeps every digit of what is no text', () => {
    const [line = ''] = session(user({ content: 0 }));
    const [event] = traceEvents([line.replace('"content":0', '"content":[12345678901234567890,1.5]')]);
    assert.ok(event);
    assert.equal(stateOf(transcript, [event]).user[0]?.text, '[12345678901234567890,1.5]');
  });
});
