// Gemini CLI: messages as they were when they last changed, patches of the session's metadata, and rewinds.

import { ARRAY, OBJECT } from '../core/json/tape.ts';
import type { JsonRecord } from '../core/record.ts';
import { PASSED_ON } from './geminiCli/records.ts';
import { GeminiSurvey } from './geminiCli/survey.ts';
import { textMember } from './lenient.ts';
import type { NativeFormat } from './native.ts';

export const geminiCli: NativeFormat = {
  id: 'gemini-cli',
  label: 'Gemini CLI',
  passedOn: PASSED_ON,
  detect: (first) => (first.some(isHeader) || first.some(isReply) ? 'jsonl' : undefined),
  survey: () => new GeminiSurvey(),
};

function isHeader(record: JsonRecord): boolean {
  return (
    textMember(record, 'sessionId') !== undefined &&
    textMember(record, 'projectHash') !== undefined &&
    record.member('type') < 0 &&
    record.member('uuid') < 0
  );
}

/** A reply, for a log whose header is damaged. */
function isReply(record: JsonRecord): boolean {
  if (textMember(record, 'type') !== 'gemini' || textMember(record, 'id') === undefined) return false;
  const [tokens, calls] = [record.member('tokens'), record.member('toolCalls')];
  return (
    textMember(record, 'timestamp') !== undefined &&
    (textMember(record, 'model') !== undefined ||
      (tokens > 0 && record.tape.kindAt(tokens) === OBJECT) ||
      (calls > 0 && record.tape.kindAt(calls) === ARRAY))
  );
}
