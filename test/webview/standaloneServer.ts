import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { editorHtml } from '../../src/extension/editorHtml.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CODICONS = `${ROOT}/node_modules/@vscode/codicons/dist`;

/** Path of a request → file and type of what is sent. */
const FILES: ReadonlyMap<string, readonly [file: string, type: string]> = new Map([
  ['/editor.css', [`${ROOT}/media/editor.css`, 'text/css']],
  ['/codicon.css', [`${CODICONS}/codicon.css`, 'text/css']],
  ['/codicon.ttf', [`${CODICONS}/codicon.ttf`, 'font/ttf']],
]);

/** The page with its fake host as one script, built as the real page is, and not written to disk. */
async function standaloneScript(): Promise<string> {
  const result = await build({
    entryPoints: [`${ROOT}/src/webview/standalone/main.ts`],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
  });
  return result.outputFiles[0]?.text ?? '';
}

/** A running standalone page; `url` takes `?journal=…&theme=…`. */
export interface StandaloneServer {
  readonly url: string;
  close(): void;
}

/** Serves the standalone page under the shell and the CSP of the real one. Port 0 takes a free one. */
export async function serveStandalone(port = 0): Promise<StandaloneServer> {
  const script = await standaloneScript();
  const html = editorHtml({
    cspSource: `'self'`,
    nonce: 'standalone',
    script: '/page.js',
    style: '/editor.css',
    icons: '/codicon.css',
    title: 'Session Journal',
  });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const send = (type: string, body: string | Buffer): void => {
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
    };
    const file = FILES.get(path);
    if (path === '/') send('text/html', html);
    else if (path === '/page.js') send('text/javascript', script);
    else if (file)
      readFile(file[0]).then(
        (body) => send(file[1], body),
        () => response.writeHead(500).end(),
      );
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: addressOf(server), close: () => void server.close() };
}

function addressOf(server: Server): string {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}/`;
}
