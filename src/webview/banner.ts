import { html, nothing, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { PageState } from '../protocol.ts';
import { oneLine } from './text.ts';

/** What the banners' buttons do. */
export interface BannerActions {
  goToRow(row: number): void;
  readAgain(): void;
  followBranch(row: number | null): void;
}

/**
 * What holds for the whole list below: that the file could not be read to its end, and that the replay stops before
 * the last event. Nothing when all is well.
 */
export function bannersView(state: PageState, actions: BannerActions): TemplateResult {
  const { replayStop, agent } = state.snapshot;
  return html`${
    state.failureMessage === null
      ? nothing
      : banner('error', state.failureMessage, 'Try Again', () => actions.readAgain())
  }
  ${
    replayStop === null
      ? nothing
      : banner('debug-pause', state.stopMessage ?? 'Replay stops before the last event.', 'Go to Fault', () =>
          actions.goToRow(replayStop.row),
        )
  }
  ${
    (agent?.chosenLeaf ?? null) === null
      ? nothing
      : banner(
          'git-branch',
          'You follow a branch that the agent has left.',
          'Follow the Agent’s Branch',
          () => actions.followBranch(null),
        )
  }`;
}

function banner(codicon: string, message: string, label: string, act: () => void): TemplateResult {
  const text = oneLine(message);
  return html`<div class="banner banner-${codicon}">
    <span class="codicon codicon-${codicon}" aria-hidden="true"></span>
    <span class="banner-text" title=${text}>${text}</span>
    <button class="link" type="button" @click=${act}>${label}</button>
  </div>`;
}
