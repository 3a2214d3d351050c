// How the last turn stands. The log has no record for the end of a session: the last part of the conversation tells.

import type { Calls } from './calls.ts';
import * as kinds from './kinds.ts';
import type { Nodes } from './nodes.ts';
import { CALLS_TOOLS, ENDED, type Replies } from './replies.ts';

export type Ending = 'completed' | 'error' | 'interrupted' | 'open';

/** The ending of the active branch; a log without a conversation is as open as one that waits for an answer. */
export function endingOf(
  nodes: Nodes,
  replies: Replies,
  calls: Calls,
  isActive: (node: number) => boolean,
): Ending {
  for (let node = nodes.length - 1; node >= 0; node--) {
    if (!isActive(node)) continue;
    const kind = nodes.kindOf(node);
    if (kind === kinds.INTERRUPT) return 'interrupted';
    if (kind === kinds.API_ERROR) return 'error';
    if (kind === kinds.REPLY) return endingOfReply(replies.replyOf(node), replies, calls);
    if (kinds.isConversation(kind)) return 'open';
  }
  return 'open';
}

/** Older versions do not write how a reply ended: then one that calls no tool is the last of its turn. */
function endingOfReply(reply: number, replies: Replies, calls: Calls): Ending {
  const reason = replies.reasonOf(reply);
  if (reason === ENDED) return 'completed';
  if (reason === CALLS_TOOLS) return 'open';
  for (let node = replies.firstOf(reply); node >= 0; node = replies.nextOf(node)) {
    if (calls.firstOf(node) >= 0) return 'open';
  }
  return 'completed';
}
