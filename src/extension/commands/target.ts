import * as vscode from 'vscode';
import * as z from 'zod';
import { EDITOR_ID } from '../ids.ts';
import type { JournalSession } from '../journalSession.ts';
import type { Sessions } from '../sessions.ts';

/** A journal and the row that a command is about. */
export interface Target {
  readonly session: JournalSession;
  readonly row: number;
}

const index = z.int().min(0).max(0x7fff_ffff);

// Where commands come from. Anybody may run a command with anything, so each shape is checked.
/** The editor page's context menu: `data-vscode-context` of the row. */
const FROM_PAGE = z.object({ webview: z.literal(EDITOR_ID), row: index });
/** A tree item. */
const FROM_TREE = z.object({ uri: z.string(), node: z.object({ row: index }) });
/** Our own code and links. */
const FROM_CODE = z.object({ uri: z.string(), row: index });
/** The line number menu of a text editor; its lines start at 1. */
const FROM_GUTTER = z.object({
  uri: z.custom<vscode.Uri>((value) => value instanceof vscode.Uri),
  lineNumber: z.int().min(1),
});

/** A request of our own code or links to show a place: a row or a 0-based line of a file. */
const PLACE = z.union([
  z.object({ uri: z.string(), row: index, look: z.boolean().optional() }),
  z.object({ uri: z.string(), line: index }),
]);

export type PlaceArgument = z.infer<typeof PLACE>;

/** True when a command comes from the context menu of the editor page. */
export function isFromPage(argument: unknown): boolean {
  return FROM_PAGE.safeParse(argument).success;
}

/** The place that a link asks for, undefined when the argument is none. */
export function placeOf(argument: unknown): PlaceArgument | undefined {
  return PLACE.safeParse(argument).data;
}

/**
 * What a command is about: the row that was clicked, or the caret's line, or the cursor of the active journal. A
 * journal that is only open as text is opened as a session here. Undefined when there is none.
 */
export async function targetOf(sessions: Sessions, argument: unknown): Promise<Target | undefined> {
  const page = FROM_PAGE.safeParse(argument).data;
  if (page) return sessions.active && { session: sessions.active, row: page.row };
  const code = FROM_CODE.safeParse(argument).data;
  if (code) return inFile(sessions, fileUri(code.uri), code.row);
  const item = FROM_TREE.safeParse(argument).data;
  if (item) return inFile(sessions, fileUri(item.uri), item.node.row);
  const gutter = FROM_GUTTER.safeParse(argument).data;
  if (gutter) return atLine(sessions.open(gutter.uri), gutter.lineNumber - 1);

  const editor = vscode.window.activeTextEditor;
  const menuOfOtherFile =
    argument instanceof vscode.Uri && argument.toString() !== editor?.document.uri.toString();
  if (editor && !menuOfOtherFile && isJournalFile(editor.document.uri) && activeTabIsText())
    return atLine(sessions.open(editor.document.uri), editor.selection.active.line);
  return sessions.active && { session: sessions.active, row: sessions.active.cursor };
}

/** A file on disk whose name says that it may be a journal. */
export function isJournalFile(uri: vscode.Uri): boolean {
  return uri.scheme === 'file' && uri.path.toLowerCase().endsWith('.jsonl');
}

/** The URI of a file on disk, undefined when the text is no such thing. */
export function fileUri(text: string): vscode.Uri | undefined {
  try {
    const uri = vscode.Uri.parse(text, true);
    return uri.scheme === 'file' ? uri : undefined;
  } catch {
    return undefined;
  }
}

function inFile(sessions: Sessions, uri: vscode.Uri | undefined, row: number): Target | undefined {
  return uri && { session: sessions.open(uri), row };
}

async function atLine(session: JournalSession, line: number): Promise<Target | undefined> {
  await session.whenSettled();
  const row = await session.engine.call('rowAtLine', { line });
  return { session, row: row ?? session.cursor };
}

function activeTabIsText(): boolean {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputText;
}
