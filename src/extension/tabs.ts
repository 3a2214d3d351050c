import * as vscode from 'vscode';
import { EDITOR_ID } from './ids.ts';

/** A tab that shows a file as text or as a journal. */
export interface ShownTab {
  readonly uri: vscode.Uri;
  readonly kind: 'journal' | 'text';
  /** Its content is on screen. */
  readonly visible: boolean;
  /** It is the tab of the group that has, or last had, the focus. */
  readonly active: boolean;
}

/** The tabs of interest. Unlike `activeTextEditor`, tabs also tell of files too large for the text API. */
export function shownTabs(groups: vscode.TabGroups): ShownTab[] {
  return groups.all.flatMap((group) =>
    group.tabs.flatMap((tab) => {
      const found = inputOf(tab.input);
      return found ? [{ ...found, visible: tab.isActive, active: tab.isActive && group.isActive }] : [];
    }),
  );
}

function inputOf(input: unknown): Pick<ShownTab, 'uri' | 'kind'> | undefined {
  if (input instanceof vscode.TabInputText) return { uri: input.uri, kind: 'text' };
  if (input instanceof vscode.TabInputCustom && input.viewType === EDITOR_ID)
    return { uri: input.uri, kind: 'journal' };
  return undefined;
}
