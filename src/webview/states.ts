import { html, nothing, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { PageState } from '../protocol.ts';
import { size } from './figures.ts';
import { readingBar } from './header.ts';
import { oneLine } from './text.ts';
import type { View } from './view.ts';

/** What the buttons of the calm pages do. */
export interface NoticeActions {
  openAsText(): void;
  readAgain(): void;
  openSibling(): void;
}

/** The calm page of a view other than the journal. */
export function noticeView(
  view: Exclude<View, 'journal'>,
  state: PageState,
  actions: NoticeActions,
): TemplateResult {
  const asText = button('Open as Text', view === 'failed', () => actions.openAsText());
  switch (view) {
    case 'reading':
      return readingNotice(state);
    case 'frames':
      return notice(
        'file-binary',
        'Binary frames of Reasonix',
        'This log is recognised, but not read. Let reasonix export the session as JSON lines, and open those.',
        state.sibling === null ? nothing : siblingButton(state.sibling, actions),
      );
    case 'empty':
      if (state.sibling !== null)
        return notice(
          'inbox',
          'The session is in another file',
          `This file holds no records. ${oneLine(state.sibling)} beside it does.`,
          siblingButton(state.sibling, actions),
        );
      return notice(
        'inbox',
        'No events yet',
        'This file holds no records. Events show up here once they are appended.',
        button('Open as Text', true, () => actions.openAsText()),
      );
    case 'unknown':
      return notice(
        'file-text',
        oneLine(state.fileName),
        'This file is not a session journal that Session Journal knows.',
        asText,
      );
    case 'failed':
      return notice(
        'error',
        'The file cannot be read',
        oneLine(state.failureMessage ?? ''),
        html`${button('Try Again', false, () => actions.readAgain())} ${asText}`,
      );
  }
}

function siblingButton(name: string, actions: NoticeActions): TemplateResult {
  return button(`Open ${oneLine(name)}`, false, () => actions.openSibling());
}

function readingNotice({ snapshot }: PageState): TemplateResult {
  if (snapshot.state.kind !== 'reading') return html``;
  const { bytesRead, bytesTotal } = snapshot.state;
  const progress = bytesTotal > 0 ? `${size(bytesRead)} of ${size(bytesTotal)}` : '';
  return html`${readingBar(bytesRead, bytesTotal)}${notice('book', 'Reading the journal…', progress, nothing)}`;
}

function notice(
  codicon: string,
  title: string,
  text: string,
  actions: TemplateResult | typeof nothing,
): TemplateResult {
  return html`<div class="notice-box">
    <span class="codicon codicon-${codicon} notice-icon" aria-hidden="true"></span>
    <h1>${title}</h1>
    <p>${text}</p>
    <div class="notice-actions">${actions}</div>
  </div>`;
}

function button(label: string, secondary: boolean, act: () => void): TemplateResult {
  return html`<vscode-button ?secondary=${secondary} @click=${act}>${label}</vscode-button>`;
}
