import { tell } from '../notify.ts';
import type { Sessions } from '../sessions.ts';
import { targetOf } from './target.ts';

/** Replays the branch that leads through an abandoned record, instead of the one that the agent follows. */
export async function followBranch(sessions: Sessions, argument: unknown): Promise<void> {
  const target = await targetOf(sessions, argument);
  if (!target) return;
  const { session, row } = target;
  await session.whenSettled();
  if (await session.engine.call('followBranch', { row })) await session.whenSettled();
  else
    tell(
      'There is no branch to follow here: the record is on the branch that is replayed, or was taken back by its agent.',
    );
}

/** Replays the branch that the agent itself follows, again. */
export async function followAgentBranch(sessions: Sessions, argument: unknown): Promise<void> {
  const target = await targetOf(sessions, argument);
  if (!target) return;
  await target.session.whenSettled();
  await target.session.engine.call('followBranch', { row: null });
}
