import * as vscode from 'vscode';

type Show = (message: string) => Thenable<unknown>;

/** Says something without waiting: the window may close before the person reads it, and that is no failure. */
function told(show: Show): (message: string) => void {
  return (message) => {
    show(message).then(undefined, () => undefined);
  };
}

export const tell = told((message) => vscode.window.showInformationMessage(message));
export const tellWarning = told((message) => vscode.window.showWarningMessage(message));
export const tellError = told((message) => vscode.window.showErrorMessage(message));
