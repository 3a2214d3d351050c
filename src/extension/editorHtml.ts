/** The addresses that the page may load, as the webview knows them, and the nonce of this one showing. */
export interface PageResources {
  readonly cspSource: string;
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
  readonly icons: string;
  readonly title: string;
}

/**
 * The page around the bundled script. Nothing but our own script, styles and icon font can load, and nothing can be
 * sent anywhere: whatever a journal holds stays text.
 */
export function editorHtml(page: PageResources): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.cspSource}`,
    `font-src ${page.cspSource}`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${escaped(policy)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(page.title)}</title>
    <link id="vscode-codicon-stylesheet" rel="stylesheet" href="${escaped(page.icons)}" />
    <link rel="stylesheet" href="${escaped(page.style)}" />
  </head>
  <body>
    <script nonce="${escaped(page.nonce)}" src="${escaped(page.script)}"></script>
  </body>
</html>
`;
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (found) => entities[found] ?? found);
}
