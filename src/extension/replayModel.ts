// What the Replay view shows, as plain data: sections, their items, and where each leads.

import type { ReplayedMessage, ReplayedToolCall, ReplayView } from '../protocol.ts';
import { describeReplayStop } from '../wording/refusals.ts';
import { SECTIONS } from './ids.ts';
import { labelText, visibleText } from './plainText.ts';

/** A node of the tree. Texts from the journal are already harmless: bounded, one line, nothing hidden. */
export interface ReplayNode {
  /** Unique in the tree and the same from one cursor to the next, so that what is unfolded stays unfolded. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Plain text, never markdown. */
  readonly tooltip?: string;
  /** Name of a codicon, and of the theme colour it takes. */
  readonly icon: string;
  readonly colour?: string;
  /** The row of the event that the node stands for. */
  readonly row?: number;
  /** What it is, for the menus. */
  readonly menu?: string;
  readonly children?: readonly ReplayNode[];
  /** Unfolded at first. */
  readonly open?: boolean;
}

const TOOLTIP_LIMIT = 2_000;

/** The tree of a replayed state. `events` is how many the journal holds. */
export function replayNodes(view: ReplayView, events: number): readonly ReplayNode[] {
  const sections: ReplayNode[] = [
    section(
      'user',
      'User messages',
      'person',
      view.userMessages.total,
      view.userMessages.items.map((message) => messageNode('user', 'person', message)),
    ),
    section(
      'assistant',
      'Assistant messages',
      'sparkle',
      view.assistantMessages.total,
      view.assistantMessages.items.map((message) => messageNode('assistant', 'sparkle', message)),
    ),
    section('tools', 'Tool calls', 'tools', view.toolCalls.total, view.toolCalls.items.map(toolNode)),
    stopNode(view),
    appliedNode(view, events),
    fingerprintNode(view),
  ];
  if (view.stopped) return [stoppedNode(view.stopped), ...sections];
  return view.abandoned ? [abandonedNode(view), ...sections] : sections;
}

/** A list: its newest items, and those before them counted in one line. */
function section(
  id: string,
  title: string,
  icon: string,
  total: number,
  items: readonly ReplayNode[],
): ReplayNode {
  const hidden = total - items.length;
  const earlier = { id: `${id}/earlier`, label: `${hidden} earlier, not listed`, icon: 'ellipsis' };
  const children = hidden > 0 ? [earlier, ...items] : items;
  // Another id while empty: VS Code would show a section that was a leaf folded when its first item comes.
  return {
    id: total > 0 ? id : `${id}/none`,
    label: title,
    description: String(total),
    icon,
    children,
    open: true,
  };
}

function messageNode(section: string, icon: string, { row, sequence, text }: ReplayedMessage): ReplayNode {
  return {
    id: `${section}/${row}.${sequence}`,
    label: labelText(text) || '(empty message)',
    description: `#${sequence}`,
    tooltip: visibleText(text, TOOLTIP_LIMIT),
    icon,
    row,
    menu: SECTIONS.treeEvent,
  };
}

function toolNode(call: ReplayedToolCall): ReplayNode {
  const { row, sequence, result } = call;
  const outcome = outcomeOf(result);
  const id = `tools/${row}.${sequence}`;
  const children: ReplayNode[] = [
    {
      id: `${id}/arguments`,
      label: `Arguments: ${labelText(call.arguments)}`,
      tooltip: visibleText(call.arguments, TOOLTIP_LIMIT),
      icon: 'symbol-parameter',
      row,
      menu: SECTIONS.treeEvent,
    },
  ];
  if (result)
    children.push({
      id: `${id}/result`,
      label: `Result: ${labelText(result.text)}`,
      description: `#${result.sequence}`,
      tooltip: visibleText(result.text, TOOLTIP_LIMIT),
      icon: 'output',
      row: result.row,
      menu: SECTIONS.treeEvent,
    });
  return {
    id,
    label: labelText(call.tool) || '(unnamed tool)',
    description: `#${sequence} ${outcome.word}`,
    tooltip: [
      `${visibleText(call.tool, 100)}: ${outcome.word}`,
      ...(call.callId ? [`call ${labelText(call.callId, 100)}`] : []),
    ].join('\n'),
    icon: outcome.icon,
    ...(outcome.colour ? { colour: outcome.colour } : {}),
    row,
    menu: SECTIONS.treeEvent,
    children,
  };
}

function outcomeOf(result: ReplayedToolCall['result']): { word: string; icon: string; colour?: string } {
  if (!result) return { word: 'no result yet', icon: 'circle-outline' };
  if (result.ok === null) return { word: 'result', icon: 'circle-filled' };
  return result.ok
    ? { word: 'ok', icon: 'pass', colour: 'testing.iconPassed' }
    : { word: 'failed', icon: 'error', colour: 'testing.iconFailed' };
}

function stopNode({ stopReason }: ReplayView): ReplayNode {
  const description = stopReason === null ? 'not stopped' : labelText(stopReason) || '(empty reason)';
  return {
    id: 'stop',
    label: 'Stop state',
    description,
    icon: stopReason === null ? 'debug-start' : 'debug-stop',
  };
}

function appliedNode({ appliedEvents }: ReplayView, events: number): ReplayNode {
  return {
    id: 'applied',
    label: 'Applied events',
    description: `${appliedEvents} of ${events}`,
    tooltip: 'The state is folded from these recorded events. Nothing is executed again.',
    icon: 'history',
  };
}

function fingerprintNode({ fingerprint, fingerprintPending }: ReplayView): ReplayNode {
  if (fingerprint === null) {
    const description = fingerprintPending === true ? 'being computed…' : 'unavailable';
    return { id: 'fingerprint', label: 'Fingerprint', description, icon: 'key' };
  }
  return {
    id: 'fingerprint',
    label: 'Fingerprint',
    description: fingerprint.slice(0, 16),
    tooltip: `SHA-256 of the replayed prefix:\n${fingerprint}`,
    icon: 'key',
    menu: SECTIONS.treeFingerprint,
  };
}

function abandonedNode({ row, sequence }: ReplayView): ReplayNode {
  const last = sequence === null ? 'before the first event' : `of #${sequence}, the last event before it`;
  return {
    id: 'abandoned',
    label: 'Abandoned branch: not replayed',
    description: sequence === null ? '' : `state of #${sequence}`,
    tooltip: `The record at the cursor is on a branch that is not followed. The state is that ${last}.`,
    icon: 'git-branch',
    colour: 'disabledForeground',
    row,
    menu: SECTIONS.treeAbandoned,
  };
}

function stoppedNode(stop: NonNullable<ReplayView['stopped']>): ReplayNode {
  const message = describeReplayStop(stop);
  return {
    id: 'stopped',
    label: labelText(message),
    tooltip: visibleText(message, TOOLTIP_LIMIT),
    icon: 'warning',
    colour: 'list.warningForeground',
    row: stop.row,
  };
}
