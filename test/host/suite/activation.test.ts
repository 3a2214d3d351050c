import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension in a real VS Code', () => {
  it('is installed under its own name', () => {
    assert.ok(vscode.extensions.getExtension('session-journal.session-journal'));
  });
});
