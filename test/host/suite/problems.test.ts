import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { COMMANDS, EDITOR_ID } from '../../../src/extension/ids.ts';
import {
  activeInput,
  api,
  closeAll,
  eventLine,
  eventually,
  lines,
  openJournal,
  sample,
  temporaryFolder,
} from './support.ts';

function problemsOf(uri: vscode.Uri): Promise<vscode.Diagnostic[]> {
  return eventually(() => {
    const found = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Session Journal');
    assert.ok(found.length > 0, 'there are problems');
    return found;
  });
}

/** The range of the `nth` time that `text` stands in a line. */
function rangeIn(line: number, content: string, text: string): vscode.Range {
  const start = content.indexOf(text);
  assert.ok(start >= 0, text);
  return new vscode.Range(line, start, line, start + text.length);
}

function codeOf({ code }: vscode.Diagnostic): { value: string | number; target: vscode.Uri } {
  assert.ok(typeof code === 'object');
  return code;
}

describe('problems', () => {
  const folder = temporaryFolder();
  afterEach(closeAll);

  it('have the exact range of the offending value, in UTF-16 columns', async () => {
    const all = [
      eventLine(0, 'session.start', {}),
      // Astral characters before the value: bytes, code points and UTF-16 units all differ.
      `{"note":"😀é","trace_version":"0.1.0",${eventLine(1, 'user.message', { content: 'hi' }).slice('{"trace_version":"0.1.0",'.length)}`.replace(
        '"sequence":1',
        '"sequence":5',
      ),
      '{"broken',
      '',
    ];
    const uri = await folder.file('ranges.trace.jsonl', lines(...all));
    await openJournal(uri);
    const problems = await problemsOf(uri);
    const gap = problems.find((problem) => codeOf(problem).value === 'sequence-gap');
    assert.ok(gap, problems.map((problem) => codeOf(problem).value).join());
    const expected = rangeIn(1, all[1] ?? '', '"sequence":5').with(
      new vscode.Position(1, (all[1] ?? '').indexOf('"sequence":5') + '"sequence":'.length),
    );
    assert.deepEqual(gap.range, expected);
    assert.equal(gap.severity, vscode.DiagnosticSeverity.Error);
  });

  it('name the other place involved', async () => {
    const all = [
      eventLine(0, 'session.start', {}),
      eventLine(1, 'user.message', { content: 'a' }),
      eventLine(2, 'user.message', { content: 'b' }, { event_id: 'e1' }),
    ];
    const uri = await folder.file('related.trace.jsonl', lines(...all));
    await openJournal(uri);
    const conflict = (await problemsOf(uri)).find((problem) => codeOf(problem).value === 'event-id-conflict');
    assert.ok(conflict);
    assert.equal(conflict.range.start.line, 2);
    const [related] = conflict.relatedInformation ?? [];
    assert.equal(related?.location.uri.toString(), uri.toString());
    assert.equal(related.location.range.start.line, 1);
    assert.ok(related.message.length > 0);
  });

  it('of the broken sample are shown with severities, and their codes lead to the events', async () => {
    const uri = sample('broken.trace.jsonl');
    const session = await openJournal(uri);
    const problems = await problemsOf(uri);
    const { error, warning, information } = session.snapshot.totals;
    assert.equal(problems.length, error + warning + information);
    assert.ok(error > 0);
    const count = (severity: vscode.DiagnosticSeverity) =>
      problems.filter((problem) => problem.severity === severity).length;
    assert.deepEqual(
      [
        vscode.DiagnosticSeverity.Error,
        vscode.DiagnosticSeverity.Warning,
        vscode.DiagnosticSeverity.Information,
      ].map(count),
      [error, warning, information],
    );

    const last = problems.reduce((a, b) => (b.range.start.line > a.range.start.line ? b : a));
    const { target } = codeOf(last);
    assert.equal(target.scheme, 'command');
    assert.equal(target.path, COMMANDS.revealEvent);
    const argument: unknown = JSON.parse(decodeURIComponent(target.query));
    assert.deepEqual(argument, [{ uri: uri.toString(), line: last.range.start.line }]);

    await closeAll();
    await vscode.commands.executeCommand(COMMANDS.revealEvent, {
      uri: uri.toString(),
      line: last.range.start.line,
    });
    await eventually(() => assert.equal(activeInput() instanceof vscode.TabInputCustom, true));
    const again = (await api()).sessions.get(uri);
    assert.ok(again);
    assert.equal(again.cursor, await again.engine.call('rowAtLine', { line: last.range.start.line }));
  });

  it('are walked by the commands, wrapping round', async () => {
    const session = await openJournal(sample('broken.trace.jsonl'));
    const rows: number[] = [];
    const start = await session.engine.call('nextProblem', { row: 0, direction: 1 });
    do {
      await vscode.commands.executeCommand(COMMANDS.nextProblem);
      rows.push(session.cursor);
    } while (rows.length < 100 && (rows.length === 1 || session.cursor !== start));
    assert.ok(rows.length > 2);
    await vscode.commands.executeCommand(COMMANDS.previousProblem);
    assert.equal(session.cursor, rows.at(-2));
  });

  it('are cut at a thousand, errors first', async () => {
    const blank = Array.from({ length: 1_500 }, (_, i) => eventLine(i, 'memory.read', {}, { surprise: 1 }));
    const uri = await folder.file(
      'many.trace.jsonl',
      lines(...blank, eventLine(1_501, 'user.message', { content: 'after a gap' })),
    );
    await openJournal(uri);
    const problems = await problemsOf(uri);
    assert.equal(problems.length, 1_000);
    assert.ok(problems.some((problem) => codeOf(problem).value === 'sequence-gap'));
  });

  it('stay while the file is open as text, and go with the last editor', async () => {
    const uri = sample('broken.trace.jsonl');
    await openJournal(uri);
    await problemsOf(uri);
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
    const custom = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputCustom && input.viewType === EDITOR_ID);
    await vscode.window.tabGroups.close(custom);
    await eventually(() => assert.equal(activeInput() instanceof vscode.TabInputText, true));
    assert.ok((await problemsOf(uri)).length > 0);
    await closeAll();
    await eventually(() => assert.deepEqual(vscode.languages.getDiagnostics(uri), []));
  });
});
