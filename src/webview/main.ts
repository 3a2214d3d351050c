// The page inside VS Code: ties it to its host, and nothing else.
import { EditorPage } from './editorPage.ts';
import { vscodeHost } from './vscodeApi.ts';

const { port, memory } = vscodeHost();
new EditorPage(document.body, port, memory).start();
