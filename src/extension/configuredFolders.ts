import * as vscode from 'vscode';
import { SETTINGS } from './ids.ts';

/** The folders that the person named in the settings; what is no text there is left out. */
export function configuredFolders(): readonly string[] {
  const configured = vscode.workspace.getConfiguration().get<unknown>(SETTINGS.sessionFolders, []);
  return Array.isArray(configured) ? configured.filter((folder) => typeof folder === 'string') : [];
}
