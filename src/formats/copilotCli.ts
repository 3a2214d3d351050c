// GitHub Copilot CLI: `session-state/<id>/events.jsonl`, one event per record.

import { OBJECT } from '../core/json/tape.ts';
import type { JsonRecord } from '../core/record.ts';
import { CopilotSurvey } from './copilotCli/survey.ts';
import { textMember } from './lenient.ts';
import type { NativeFormat } from './native.ts';

export const copilotCli: NativeFormat = {
  id: 'copilot-cli',
  label: 'Copilot CLI',
  detect: (first) => (first.filter(isEvent).length * 2 > first.length ? 'events' : undefined),
  survey: (_generation, report) => new CopilotSurvey(report),
};

const TYPES =
  /^(?:session|user|assistant|tool|subagent|hook|permission|system|skill|user_input|elicitation)\.[a-z_]+$|^abort$/;

/** Dotted types are common; the envelope around `data` is not. */
function isEvent(record: JsonRecord): boolean {
  const data = record.member('data');
  return (
    TYPES.test(textMember(record, 'type') ?? '') &&
    data > 0 &&
    record.tape.kindAt(data) === OBJECT &&
    textMember(record, 'id') !== undefined &&
    textMember(record, 'timestamp') !== undefined &&
    record.member('parentId') > 0
  );
}
