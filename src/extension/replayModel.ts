// What the Replay view shows, as plain data: sections, their items, and where each leads.

import type {
  Inheritance,
  ReplayedMessage,
  ReplayedPlace,
  ReplayedToolCall,
  ReplayView,
} from '../protocol.ts';
import { describeInheritance } from '../wording/inheritance.ts';
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
  /** The file that the row is in, where it is not that of the journal. */
  readonly file?: string;
  /** What it is, for the menus. */
  readonly menu?: string;
  readonly children?: readonly ReplayNode[];
  /** Unfolded at first. */
  readonly open?: boolean;
}

const TOOLTIP_LIMIT = 2_000;

/**
 * The tree of a replayed state. `events` is how many the journal holds, `inheritance` what comes before them in other
 * logs.
 */
export function replayNodes(
  view: ReplayView,
  events: number,
  inheritance: Inheritance | null = null,
): readonly ReplayNode[] {
  const placeOf = placesIn(inheritance);
  const sections: ReplayNode[] = [
    section(
      'user',
      'User messages',
      'person',
      view.userMessages.total,
      view.userMessages.items.map((message) => messageNode('user', 'person', message, placeOf)),
    ),
    section(
      'assistant',
      'Assistant messages',
      'sparkle',
      view.assistantMessages.total,
      view.assistantMessages.items.map((message) => messageNode('assistant', 'sparkle', message, placeOf)),
    ),
    section(
      'tools',
      'Tool calls',
      'tools',
      view.toolCalls.total,
      view.toolCalls.items.map((call) => toolNode(call, placeOf)),
    ),
    stopNode(view),
    appliedNode(view, events),
    fingerprintNode(view),
  ];
  if (inheritance !== null && inheritance.records > 0) sections.unshift(inheritedNode(inheritance));
  if (view.stopped) return [stoppedNode(view.stopped), ...sections];
  return view.abandoned ? [abandonedNode(view), ...sections] : sections;
}

/** How a node leads to where its item is: in the journal itself, with its menu, or in a log that comes before it. */
type PlaceOf = (place: ReplayedPlace) => {
  readonly id: string;
  readonly description: string;
  readonly node: Pick<ReplayNode, 'row' | 'file' | 'menu' | 'colour'>;
};

function placesIn(inheritance: Inheritance | null): PlaceOf {
  return ({ row, sequence, inheritedFrom }) => {
    const file = inheritedFrom === undefined ? undefined : inheritance?.from[inheritedFrom]?.path;
    if (inheritedFrom === undefined)
      return {
        id: `${row}.${sequence}`,
        description: `#${sequence}`,
        node: { row, menu: SECTIONS.treeEvent },
      };
    return {
      id: `before/${inheritedFrom}.${row}.${sequence}`,
      description: `inherited · #${sequence}`,
      node: file === undefined ? {} : { row, file, colour: 'disabledForeground' },
    };
  };
}

function inheritedNode(inheritance: Inheritance): ReplayNode {
  const message = describeInheritance(inheritance);
  const last = inheritance.from.find(({ rows }) => rows > 0);
  const isTroubled = inheritance.trouble !== null;
  return {
    id: 'inherited',
    label: labelText(message),
    tooltip: visibleText(message, TOOLTIP_LIMIT),
    icon: isTroubled ? 'warning' : 'repo-forked',
    ...(isTroubled && { colour: 'list.warningForeground' }),
    ...(last && { row: last.rows - 1, file: last.path }),
  };
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

function messageNode(section: string, icon: string, message: ReplayedMessage, placeOf: PlaceOf): ReplayNode {
  const { id, description, node } = placeOf(message);
  return {
    id: `${section}/${id}`,
    label: labelText(message.text) || '(empty message)',
    description,
    tooltip: visibleText(message.text, TOOLTIP_LIMIT),
    icon,
    ...node,
  };
}

function toolNode(call: ReplayedToolCall, placeOf: PlaceOf): ReplayNode {
  const { result } = call;
  const outcome = outcomeOf(result);
  const { id: place, description, node } = placeOf(call);
  const id = `tools/${place}`;
  // The colour tells the outcome; where it is inherited, the description does.
  const { colour: dim, ...lead } = node;
  const colour = outcome.colour ?? dim;
  const children: ReplayNode[] = [
    {
      id: `${id}/arguments`,
      label: `Arguments: ${labelText(call.arguments)}`,
      tooltip: visibleText(call.arguments, TOOLTIP_LIMIT),
      icon: 'symbol-parameter',
      ...lead,
    },
  ];
  if (result) {
    const { description: where, node: leadsTo } = placeOf(result);
    children.push({
      id: `${id}/result`,
      label: `Result: ${labelText(result.text)}`,
      description: where,
      tooltip: visibleText(result.text, TOOLTIP_LIMIT),
      icon: 'output',
      ...leadsTo,
    });
  }
  return {
    id,
    label: labelText(call.tool) || '(unnamed tool)',
    description: `${description} ${outcome.word}`,
    tooltip: [
      `${visibleText(call.tool, 100)}: ${outcome.word}`,
      ...(call.callId ? [`call ${labelText(call.callId, 100)}`] : []),
    ].join('\n'),
    icon: outcome.icon,
    ...lead,
    ...(colour === undefined ? {} : { colour }),
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
