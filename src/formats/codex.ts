// Codex CLI's rollout logs, in all generations: bare response items (up to 0.31), items and events in envelopes, and
// numbered pages (0.171), which a fork may build on instead of copying them.

import type { NativeFormat } from './native.ts';
import { detectGeneration } from './codex/detect.ts';
import { PASSED_ON } from './codex/records.ts';
import { CodexSurvey } from './codex/survey.ts';

export const codex: NativeFormat = {
  id: 'codex',
  label: 'Codex',
  passedOn: PASSED_ON,
  detect: detectGeneration,
  survey: (generation, report) => new CodexSurvey(generation, report),
};
