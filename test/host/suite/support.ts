// What the suites inside VS Code share.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { SessionJournalApi } from '../../../src/extension/api.ts';
import { EDITOR_ID } from '../../../src/extension/ids.ts';
import type { JournalSession } from '../../../src/extension/journalSession.ts';

export const EXTENSION_ID = 'session-journal.session-journal';

/** The activated extension's own view of itself. */
export async function api(): Promise<SessionJournalApi> {
  const extension = vscode.extensions.getExtension<SessionJournalApi>(EXTENSION_ID);
  assert.ok(extension, 'the extension is installed');
  return extension.activate();
}

/** A file of the sample folder that the workspace is a copy of. */
export function sample(name: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'a folder is open');
  return vscode.Uri.joinPath(folder.uri, name);
}

/** Tries until `check` gives without throwing; then gives what it gave. */
export async function eventually<T>(check: () => T | Promise<T>, milliseconds = 15_000): Promise<T> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** Opens a file in our editor and waits until it was read or refused. */
export async function openJournal(uri: vscode.Uri): Promise<JournalSession> {
  await vscode.commands.executeCommand('vscode.openWith', uri, EDITOR_ID);
  const { sessions } = await api();
  const session = await eventually(() => {
    const found = sessions.get(uri);
    assert.ok(found, 'there is a session');
    return found;
  });
  await session.whenSettled();
  return session;
}

export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** The input of the active tab. */
export function activeInput(): unknown {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.input;
}

/** A folder that goes away after the tests of the enclosing `describe`. */
export function temporaryFolder(): {
  file(name: string, content: string | Uint8Array): Promise<vscode.Uri>;
  readonly path: string;
} {
  let path = '';
  before(async () => {
    path = await mkdtemp(join(tmpdir(), 'session-journal-'));
  });
  after(async () => {
    await closeAll();
    await rm(path, { recursive: true, force: true });
  });
  return {
    get path() {
      return path;
    },
    file: async (name, content) => {
      const target = join(path, name);
      await writeFile(target, content);
      return vscode.Uri.file(target);
    },
  };
}

/** One event as a line, without its newline. */
export function eventLine(sequence: number, type: string, payload: object, more: object = {}): string {
  return JSON.stringify({
    trace_version: '0.1.0',
    event_id: `e${sequence}`,
    session_id: 's',
    sequence,
    timestamp: `2026-01-01T00:00:${String(sequence % 60).padStart(2, '0')}Z`,
    type,
    actor: { kind: 'harness', id: 'h' },
    payload,
    provenance: { agent_id: 'a', snapshot_id: 'sn', surface: 'cli', harness_mode: 'fake', run_id: 'r' },
    redaction: { status: 'clean', fields: [] },
    ...more,
  });
}

/** A small whole journal: a question, a tool call that changes a file, an answer, a stop. */
export const GOOD_LINES: readonly string[] = [
  eventLine(0, 'session.start', {}),
  eventLine(1, 'user.message', { content: 'Fix the test' }),
  eventLine(2, 'tool.request', { tool_call_id: 'c1', tool: 'edit', arguments: { path: 'a.ts' } }),
  eventLine(3, 'tool.result', { tool_call_id: 'c1', tool: 'edit', ok: true, summary: 'done' }),
  eventLine(4, 'file.patch', { path: 'src/a.ts', diff: '+x' }),
  eventLine(5, 'model.response', { content: 'Fixed.' }),
  eventLine(6, 'session.stop', { reason: 'done' }),
];

export function lines(...all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
