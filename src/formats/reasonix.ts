// Reasonix (esengine/DeepSeek-Reasonix): every generation of its logs, from the TypeScript program to the Go ones.

import type { Violation } from '../core/violation.ts';
import type { NativeFormat, Survey } from './native.ts';
import { DagSurvey } from './reasonix/dag.ts';
import { generationOf } from './reasonix/detect.ts';
import { Events1Survey } from './reasonix/events1.ts';
import { FlatSurvey } from './reasonix/flat.ts';
import { PASSED_ON } from './reasonix/message.ts';
import { TrajectorySurvey } from './reasonix/trajectory.ts';
import { TsEventsSurvey } from './reasonix/tsEvents.ts';
import { TsTranscriptSurvey } from './reasonix/tsTranscript.ts';
import { V4Survey } from './reasonix/v4.ts';

export const reasonix: NativeFormat = {
  id: 'reasonix',
  label: 'Reasonix',
  passedOn: PASSED_ON,
  detect: generationOf,
  survey,
};

function survey(generation: string, report: (row: number, violation: Violation) => void): Survey {
  switch (generation) {
    case 'dag':
      return new DagSurvey(report);
    case 'events1':
      return new Events1Survey(report);
    case 'ts-events':
      return new TsEventsSurvey(report);
    case 'ts-transcript':
      return new TsTranscriptSurvey(report);
    case 'trajectory':
    case 'stdout':
      return new TrajectorySurvey(generation, report);
    case 'v4':
      return new V4Survey(report);
    default:
      return new FlatSurvey(report);
  }
}
