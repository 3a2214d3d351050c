import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Port } from '../rpc.ts';
import { DisposableStore } from './disposables.ts';
import { editorHtml } from './editorHtml.ts';
import { servePage, type PageActions } from './editorPage.ts';
import { EDITOR_ID } from './ids.ts';
import type { JournalSession } from './journalSession.ts';
import type { SessionLease, Sessions } from './sessions.ts';

/** An opened journal as VS Code holds it; several editors may show one. */
class JournalDocument implements vscode.CustomDocument {
  readonly uri: vscode.Uri;
  readonly #lease: SessionLease;

  constructor(uri: vscode.Uri, lease: SessionLease) {
    this.uri = uri;
    this.#lease = lease;
  }

  get session(): JournalSession {
    return this.#lease.session;
  }

  dispose(): void {
    this.#lease.dispose();
  }
}

/** The read-only editor. What cannot be read opens too: the page says why, and VS Code never shows an error. */
class JournalEditor implements vscode.CustomReadonlyEditorProvider<JournalDocument> {
  readonly #extensionUri: vscode.Uri;
  readonly #sessions: Pick<Sessions, 'hold'>;
  readonly #actions: PageActions;

  constructor(extensionUri: vscode.Uri, sessions: Pick<Sessions, 'hold'>, actions: PageActions) {
    this.#extensionUri = extensionUri;
    this.#sessions = sessions;
    this.#actions = actions;
  }

  openCustomDocument(uri: vscode.Uri): JournalDocument {
    return new JournalDocument(uri, this.#sessions.hold(uri));
  }

  resolveCustomEditor(document: JournalDocument, panel: vscode.WebviewPanel): void {
    const { webview } = panel;
    const dist = vscode.Uri.joinPath(this.#extensionUri, 'dist');
    const media = vscode.Uri.joinPath(this.#extensionUri, 'media');
    const address = (base: vscode.Uri, name: string) =>
      webview.asWebviewUri(vscode.Uri.joinPath(base, name)).toString();
    const store = new DisposableStore();
    panel.onDidDispose(() => store.dispose());
    webview.options = { enableScripts: true, localResourceRoots: [dist, media] };
    // Served before the page is there: it cannot ask before somebody listens.
    store.add(servePage(webviewPort(webview, store), document.session, this.#actions));
    webview.html = editorHtml({
      cspSource: webview.cspSource,
      nonce: randomBytes(24).toString('base64'),
      script: address(dist, 'webview.js'),
      style: address(media, 'editor.css'),
      icons: address(dist, 'codicon.css'),
      title: document.session.name,
    });
  }
}

function webviewPort(webview: vscode.Webview, store: DisposableStore): Port {
  return {
    // False when the page is hidden: it is told everything when it says that it is ready again.
    post: (message) => {
      if (!store.disposed) webview.postMessage(message).then(undefined, () => undefined);
    },
    receive: (handler) => {
      store.add(webview.onDidReceiveMessage(handler));
    },
  };
}

/** Registers the custom editor. */
export function registerEditor(
  extensionUri: vscode.Uri,
  sessions: Pick<Sessions, 'hold'>,
  actions: PageActions,
): vscode.Disposable {
  return vscode.window.registerCustomEditorProvider(
    EDITOR_ID,
    new JournalEditor(extensionUri, sessions, actions),
    {
      supportsMultipleEditorsPerDocument: true,
    },
  );
}
