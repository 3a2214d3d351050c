import type { Port } from '../rpc.ts';

/** What VS Code gives a page, once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Remembers plain data for as long as the editor stays open, also while the page is hidden and made anew. */
export interface Memory {
  recall(): unknown;
  remember(value: unknown): void;
}

/** The page's two ties to its host: messages, and a memory. Can be made once per page load. */
export function vscodeHost(): { port: Port; memory: Memory } {
  const api = acquireVsCodeApi();
  return {
    port: {
      post: (message) => api.postMessage(message),
      receive: (handler) =>
        window.addEventListener('message', (event: MessageEvent<unknown>) => handler(event.data)),
    },
    memory: { recall: () => api.getState(), remember: (value) => api.setState(value) },
  };
}
