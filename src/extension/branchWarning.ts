import type { Lineage } from '../core/branch.ts';
import type { FileEffect } from '../protocol.ts';
import { labelText } from './plainText.ts';

const EFFECTS_LISTED = 15;
const SEQUENCES_LISTED = 5;

/** The text of the modal warning before a branch record is written. Dialogs show it as plain text. */
export function branchWarning(
  lineage: Lineage,
  effects: readonly FileEffect[],
  recordName: string,
  { hasFaultsAfter = false, isNormalised = false } = {},
): { readonly message: string; readonly detail: string } {
  const fork = lineage.fork_sequence;
  const files =
    effects.length === 0
      ? [`The log shows no file changed after #${fork}; what tools did without recording it is not known.`]
      : [
          `Files that the log shows changed after #${fork} stay as they are now:`,
          ...effects.slice(0, EFFECTS_LISTED).map(effectLine),
          ...(effects.length > EFFECTS_LISTED ? [`… and ${effects.length - EFFECTS_LISTED} more`] : []),
        ];
  if (hasFaultsAfter) files.push('The journal is broken after this event, so what it shows may not be all.');
  return {
    message: `Branch from #${fork}? File effects in the workspace are not rolled back.`,
    detail: [
      `The branch “${labelText(lineage.branch_id, 100)}” inherits the conversation of ${lineage.inherited_event_ids.length} events. It does not undo anything that was done to files, processes or other systems.`,
      files.join('\n'),
      ...(isNormalised
        ? [
            'Ids and fingerprint are those of the events that this agent’s log is read as: another version of Session Journal may read it otherwise.',
          ]
        : []),
      `${labelText(recordName, 200)} will be written beside the journal. The journal itself is not changed.`,
    ].join('\n\n'),
  };
}

function effectLine({ path, sequences }: FileEffect): string {
  const listed = sequences.slice(0, SEQUENCES_LISTED).map((sequence) => `#${sequence}`);
  const more = sequences.length > SEQUENCES_LISTED ? ', …' : '';
  return `  ${labelText(path, 100)} (${listed.join(', ')}${more})`;
}
