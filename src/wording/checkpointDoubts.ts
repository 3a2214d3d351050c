import type { CheckpointDoubt } from '../core/checkpoint.ts';
import { quote } from './quote.ts';

/** Why a checkpoint is not used. Nothing is lost: a replay from the start gives the same state. */
export function describeCheckpointDoubt(doubt: CheckpointDoubt): string {
  switch (doubt.reason) {
    case 'not-a-checkpoint':
      return `This is no checkpoint: ${quote(doubt.detail)}.`;
    case 'other-version':
      return `The checkpoint has the form ${doubt.found}, which this version does not read. Make it anew.`;
    case 'other-reducer':
      return `The reducer ${quote(doubt.reducer)} is another one than that of the checkpoint (${doubt.found ?? 'none'}). Make it anew.`;
    case 'other-source':
      return doubt.found === undefined
        ? 'The journal ends before the event of the checkpoint, or its events are not whole up to there.'
        : 'The events up to the checkpoint are not those that it was made of.';
  }
}
