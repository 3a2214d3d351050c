import * as vscode from 'vscode';
import { DisposableStore, onDispose, type Disposable } from './disposables.ts';
import { COMMANDS, VIEWS } from './ids.ts';
import type { JournalSession } from './journalSession.ts';
import { Latest } from './latest.ts';
import { inBackground, type Log } from './log.ts';
import { labelText } from './plainText.ts';
import type { Sessions } from './sessions.ts';

/** Changes closer together than this are shown as one: a journal that grows tells of many. */
const REST_MS = 150;

/** One status bar item: where the cursor stands and how many violations there are; a click goes to the next one. */
export function showStatus(sessions: Pick<Sessions, 'active' | 'onDidChangeActive'>, log: Log): Disposable {
  const store = new DisposableStore();
  const item = store.add(
    vscode.window.createStatusBarItem('sessionJournal.status', vscode.StatusBarAlignment.Left, 50),
  );
  item.name = 'Session Journal';
  const latest = store.add(new Latest());
  let followed: Disposable | undefined;
  store.add(onDispose(() => followed?.dispose()));

  let timer: NodeJS.Timeout | undefined;
  store.add(onDispose(() => clearTimeout(timer)));
  const refreshSoon = (session: JournalSession) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (sessions.active === session) inBackground(log, 'status', refresh(session));
    }, REST_MS);
  };
  const refresh = async (session: JournalSession) => {
    const { snapshot, cursor, engine } = session;
    if (!engine.alive || snapshot.state.kind === 'failed' || snapshot.rows === 0) {
      latest.cancel();
      item.hide();
      return;
    }
    const page = await latest.run((signal) => engine.call('rows', { from: cursor, count: 1 }, signal));
    if (!page) return;
    Object.assign(item, statusOf(session, page.rows[0]?.sequence ?? null));
    item.show();
  };
  const follow = (session: JournalSession | undefined) => {
    followed?.dispose();
    followed = session?.onDidChange((change) => {
      if (change.kind !== 'closed') refreshSoon(session);
    });
    if (session) inBackground(log, 'status', refresh(session));
    else {
      latest.cancel();
      item.hide();
    }
  };
  store.add(sessions.onDidChangeActive(follow));
  follow(sessions.active);
  return store;
}

function statusOf({ name, snapshot }: JournalSession, sequence: number | null) {
  const { error, warning, information } = snapshot.totals;
  const place = sequence === null ? 'no event' : `#${sequence}`;
  const counts = `${count(error, 'error')}, ${count(warning, 'warning')}, ${information} information`;
  const found = error + warning + information;
  return {
    text: `$(history) ${place} of ${snapshot.events}${error > 0 ? ` $(error) ${error}` : ''}${warning > 0 ? ` $(warning) ${warning}` : ''}`,
    tooltip: `${labelText(name, 120)}: event ${place} of ${snapshot.events} events\n${counts}${found > 0 ? '\nClick for the next problem' : ''}`,
    command: found > 0 ? COMMANDS.nextProblem : `${VIEWS.replay}.focus`,
    accessibilityInformation: {
      label: `Session Journal: event ${place} of ${snapshot.events} events, ${counts}`,
    },
  };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
