// GitHub Copilot CLI: `session-state/<id>/events.jsonl`, one event per record.

import { OBJECT } from '../core/json/tape.ts';
import type { JsonRecord } from '../core/record.ts';
import { PASSED_ON } from './copilotCli/records.ts';
import { CopilotSurvey } from './copilotCli/survey.ts';
import { textMember } from './lenient.ts';
import type { NativeFormat } from './native.ts';

export const copilotCli: NativeFormat = {
  id: 'copilot-cli',
  label: 'Copilot CLI',
  passedOn: PASSED_ON,
  detect: (first) => {
    const isLike = first.some(isStart) ? isTyped : isEvent;
    return first.filter(isLike).length * 2 > first.length ? 'events' : undefined;
  },
  survey: (_generation, report) => new CopilotSurvey(report),
};

const TYPES =
  /^(?:session|user|assistant|tool|external_tool|subagent|hook|permission|system|skill|user_input|elicitation)\.[a-z_]+$|^abort$/;

/** The start of a session says whose log it is: then the other records need no ids. */
function isStart(record: JsonRecord): boolean {
  if (textMember(record, 'type') !== 'session.start') return false;
  const data = record.member('data');
  return isTyped(record) && textMember(record, 'sessionId', data) !== undefined;
}

function isTyped(record: JsonRecord): boolean {
  const data = record.member('data');
  const isType = TYPES.test(textMember(record, 'type') ?? '');
  return isType && data > 0 && record.tape.kindAt(data) === OBJECT;
}

/** Dotted types are common; the envelope around `data` is not. */
function isEvent(record: JsonRecord): boolean {
  return (
    isTyped(record) &&
    textMember(record, 'id') !== undefined &&
    textMember(record, 'timestamp') !== undefined &&
    record.member('parentId') > 0
  );
}
