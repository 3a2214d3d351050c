import * as vscode from 'vscode';
import type { Severity } from '../core/severity.ts';
import type { Place } from '../core/violation.ts';
import type { RowViolation } from '../protocol.ts';
import { describeRelated, describeViolation } from '../wording/violations.ts';
import { commandUri } from './commandUri.ts';
import { DisposableStore, type Disposable } from './disposables.ts';
import { COMMANDS } from './ids.ts';
import type { JournalSession } from './journalSession.ts';
import { Latest } from './latest.ts';
import { inBackground, type Log } from './log.ts';
import type { Sessions } from './sessions.ts';

/** VS Code keeps no more markers of a file; the engine puts the worst first when it must cut. */
const PROBLEMS_PER_FILE = 1_000;

const SEVERITIES: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

/** At least this long between two lists while a journal grows: the window takes each one in whole. */
const GROWING_REST_MS = 1_000;

/** Shows the violations of every open journal as Problems, for as long as the journal is open. */
export function showProblems(sessions: Pick<Sessions, 'onDidOpen'>, log: Log): Disposable {
  const store = new DisposableStore();
  const collection = store.add(vscode.languages.createDiagnosticCollection('sessionJournal'));
  store.add(sessions.onDidOpen((session) => follow(session, collection, log)));
  return store;
}

function follow(session: JournalSession, collection: vscode.DiagnosticCollection, log: Log): void {
  const uri = vscode.Uri.parse(session.key, true);
  const latest = new Latest();
  let shown: string | undefined;
  let shownGeneration = -1;
  let rested = 0;
  let timer: NodeJS.Timeout | undefined;
  const refreshSoon = () => {
    const { state, generation } = session.snapshot;
    const hasOnlyGrown = session.engine.alive && state.kind === 'ready' && generation === shownGeneration;
    const rest = hasOnlyGrown ? rested + GROWING_REST_MS - Date.now() : 0;
    if (rest <= 0) inBackground(log, 'problems', refresh());
    else
      timer ??= setTimeout(() => {
        timer = undefined;
        inBackground(log, 'problems', refresh());
      }, rest);
  };
  const refresh = async () => {
    const { state, generation, totals, bytes } = session.snapshot;
    if (session.engine.alive && state.kind === 'reading') return;
    // Only what may change violations or their places matters: a snapshot is pushed for other reasons, too.
    const wanted =
      session.engine.alive && state.kind === 'ready'
        ? JSON.stringify([generation, totals, bytes])
        : undefined;
    if (wanted === shown) return;
    shown = wanted;
    shownGeneration = generation;
    rested = Date.now();
    if (wanted === undefined) {
      latest.cancel();
      collection.delete(uri);
      return;
    }
    const violations = await latest.run((signal) =>
      session.engine.call('violations', { limit: PROBLEMS_PER_FILE }, signal),
    );
    if (violations)
      collection.set(
        uri,
        violations.map((violation) => problem(violation, uri)),
      );
  };
  session.onDidChange((change) => {
    if (change.kind === 'closed') {
      clearTimeout(timer);
      latest.dispose();
      collection.delete(uri);
    } else if (change.kind === 'snapshot') refreshSoon();
  });
  inBackground(log, 'problems', refresh());
}

function problem({ violation, severity }: RowViolation, uri: vscode.Uri): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(
    rangeOf(violation.at),
    describeViolation(violation),
    SEVERITIES[severity],
  );
  diagnostic.source = 'Session Journal';
  diagnostic.code = {
    value: violation.code,
    target: commandUri(COMMANDS.revealEvent, { uri: uri.toString(), line: violation.at.line }),
  };
  if (violation.related)
    diagnostic.relatedInformation = violation.related.map(
      (related) =>
        new vscode.DiagnosticRelatedInformation(
          new vscode.Location(uri, rangeOf(related.at)),
          describeRelated(related),
        ),
    );
  return diagnostic;
}

function rangeOf({ line, start, end }: Place): vscode.Range {
  return new vscode.Range(line, start, line, end);
}
