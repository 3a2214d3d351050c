import type { JournalSnapshot, PageApi, PageEvents, PageState } from '../protocol.ts';
import { Channel, type Handlers, type Port } from '../rpc.ts';
import { describeQueryFault, describeReadFailure, describeReplayStop } from '../wording/refusals.ts';
import { Companions } from './companions.ts';
import { DisposableStore, type Disposable } from './disposables.ts';
import type { JournalEngine } from './engineClient.ts';
import type { JournalSession } from './journalSession.ts';
import { checkedHandlers } from './pageParams.ts';
import { forkPoint, shownInheritance } from './shownInheritance.ts';
import { shownViolation } from './shownViolation.ts';

const NO_COMPANIONS = { related: [], sibling: null };

/** Characters of a record in the first message, and in those that bring the rest: each stays below a megabyte. */
const FIRST_CHARACTERS = 20_000;
const MORE_CHARACTERS = 200_000;

/** What a page may have done outside itself. */
export interface PageActions {
  copyFingerprint(session: JournalSession): PromiseLike<unknown>;
  openAsText(session: JournalSession): PromiseLike<unknown>;
  branchFrom(session: JournalSession, row: number): void;
  /** Replays the branch through an abandoned row, with null the agent's own. */
  followBranch(session: JournalSession, row: number | null): void;
  /** Opens a log that was found beside the journal. */
  openLog(path: string): PromiseLike<unknown>;
  /** Opens such a log at one of its rows. */
  openLogAt(path: string, row: number): PromiseLike<unknown>;
}

/** One showing of a journal's page: answers its questions and keeps it told of the whole state. */
export function servePage(port: Port, session: JournalSession, actions: PageActions): Disposable {
  const store = new DisposableStore();
  const { call } = session.engine;
  // Another page of the same journal moved the cursor: this one follows, as if it had been asked to reveal it. The page
  // that moved it knows where it is.
  let isMoving = false;
  let followed = 0;
  const handlers: Handlers<PageApi> = {
    ready: () => {
      push();
      return null;
    },
    readAgain: () => {
      void session.reload(); // never rejects; its outcome is pushed
      return null;
    },
    rows: (params, signal) => call('rows', params, signal),
    details: async ({ row, from }, signal) => {
      const limit = from === 0 ? FIRST_CHARACTERS : MORE_CHARACTERS;
      const [details, violations] = await Promise.all([
        call('details', { row, from, limit }, signal),
        call('violationsAt', { row }, signal),
      ]);
      return { details, violations: violations.map(shownViolation) };
    },
    moveCursor: ({ row }) => {
      isMoving = true;
      session.moveCursor(row, 'page');
      isMoving = false;
      return null;
    },
    nextProblem: (params, signal) => call('nextProblem', params, signal),
    rowAtLine: (params, signal) => call('rowAtLine', params, signal),
    search: async (params, signal) => {
      const result = await call('search', params, signal);
      return result.ok ? result : { ok: false, message: describeQueryFault(result.fault) };
    },
    copyFingerprint: async () => {
      await actions.copyFingerprint(session);
      return null;
    },
    openAsText: async () => {
      await actions.openAsText(session);
      return null;
    },
    branchFrom: ({ row }) => {
      actions.branchFrom(session, row);
      return null;
    },
    followBranch: ({ row }) => {
      actions.followBranch(session, row);
      return null;
    },
    openRelated: async ({ index }) => {
      const path = companions.pathOf(index);
      if (path !== null) await actions.openLog(path);
      return null;
    },
    openInherited: async () => {
      const place = forkPoint(session.snapshot);
      if (place !== undefined) await actions.openLogAt(place.path, place.row);
      return null;
    },
    openSibling: async () => {
      const path = companions.siblingPath;
      if (path !== null) await actions.openLog(path);
      return null;
    },
  };
  const channel = new Channel<PageApi, object, object, PageEvents>(port, checkedHandlers(handlers), {});
  const push = () => {
    const state = pageState(session, companions);
    channel.push('state', { ...state, revealRequest: state.revealRequest + followed });
  };
  const companions = new Companions(session, () => push());
  store.add({ dispose: () => channel.close() });
  store.add(
    session.onDidChange((change) => {
      if (change.kind === 'cursor' && change.by === 'page') {
        if (isMoving) return;
        followed += 1;
      }
      companions.refresh();
      push();
    }),
  );
  companions.refresh();
  push();
  return store;
}

/** Everything that the page shows outside the rows. */
export function pageState(
  session: JournalSession,
  { related, sibling }: Pick<Companions, 'related' | 'sibling'> = NO_COMPANIONS,
): PageState {
  const snapshot = shownSnapshot(session.engine);
  const { replayStop } = snapshot;
  return {
    fileName: session.name,
    snapshot,
    cursor: session.cursor,
    revealRequest: session.revealRequest,
    stopMessage: replayStop ? describeReplayStop(replayStop) : null,
    failureMessage: failureMessage(session.engine),
    related,
    inheritance: shownInheritance(snapshot),
    sibling,
  };
}

/** A dead reader is a failure to read, whatever it had pushed last. */
function shownSnapshot({ alive, snapshot }: JournalEngine): JournalSnapshot {
  return alive
    ? snapshot
    : { ...snapshot, state: { kind: 'failed', reason: 'io-error', detail: 'the reader stopped' } };
}

function failureMessage({ alive, lost, snapshot }: JournalEngine): string | null {
  if (!alive) return 'The reader of this file stopped unexpectedly. Nothing was changed in the file.';
  const failed = lost ?? (snapshot.state.kind === 'failed' ? snapshot.state : null);
  if (failed === null) return null;
  const message = describeReadFailure(failed.reason, failed.detail);
  return snapshot.rows === 0 ? message : `${message} What was read of it is still shown.`;
}
