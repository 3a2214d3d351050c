// `npx tsx test/webview/serve.ts [port]`: the page in a browser, to look at it without VS Code.
import { JOURNALS } from '../../src/webview/standalone/journals.ts';
import { serveStandalone } from './standaloneServer.ts';

void serveStandalone(Number(process.argv[2] ?? 8123)).then(({ url }) => {
  for (const journal of Object.keys(JOURNALS)) console.log(`${url}?journal=${journal}&theme=dark`);
  console.log('Themes: dark, light, high-contrast, high-contrast-light. Ctrl+C stops.');
});
