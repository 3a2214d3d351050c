// The page in a browser, without VS Code: `?journal=broken&theme=light`. Names of journals: journals.ts; of themes:
// themes.ts. Everything else is what runs inside VS Code.
import { EditorPage } from '../editorPage.ts';
import { FakeHost, portPair } from './fakeHost.ts';
import { JOURNALS } from './journals.ts';
import { applyTheme, themeKind } from './themes.ts';

declare global {
  interface Window {
    /** For tests, and for playing in the browser's console. */
    fakeHost: FakeHost;
  }
}

const MEMORY_KEY = 'session-journal';

const address = new URLSearchParams(location.search);
applyTheme(document, themeKind(address.get('theme')));

const journal = JOURNALS[address.get('journal') ?? 'good'] ?? JOURNALS['good'];
if (!journal) throw new Error('no journal to show');
const [hostPort, pagePort] = portPair();
window.fakeHost = new FakeHost(hostPort, journal());
new EditorPage(document.body, pagePort, {
  recall: (): unknown => JSON.parse(sessionStorage.getItem(MEMORY_KEY) ?? 'null'),
  remember: (value) => sessionStorage.setItem(MEMORY_KEY, JSON.stringify(value)),
}).start();
