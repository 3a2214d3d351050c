import type { ReplayTree } from './replayTree.ts';
import type { Sessions } from './sessions.ts';

/** What `activate` hands out; the tests that run inside VS Code look at the extension through it. */
export interface SessionJournalApi {
  readonly sessions: Pick<Sessions, 'active' | 'all' | 'get'>;
  readonly replay: Pick<ReplayTree, 'getChildren' | 'getTreeItem' | 'onDidChangeTreeData'>;
}
