import * as vscode from 'vscode';
import type { CommandId } from './ids.ts';

/**
 * A link that runs one of our commands. The arguments are a file's address and numbers: nothing from inside a
 * journal may get here.
 */
export function commandUri(
  command: CommandId,
  argument: { readonly uri: string; readonly line: number },
): vscode.Uri {
  // Encoded once here and decoded once by the link's opener, so that a `%` in a file name survives.
  return vscode.Uri.from({
    scheme: 'command',
    path: command,
    query: encodeURIComponent(JSON.stringify([argument])),
  });
}
