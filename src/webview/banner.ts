import { html, nothing, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { PageState, ShownInheritance } from '../protocol.ts';
import { oneLine } from './text.ts';

/** What the banners' buttons do. */
export interface BannerActions {
  goToRow(row: number): void;
  readAgain(): void;
  followBranch(row: number | null): void;
  openInherited(): void;
}

/**
 * What holds for the whole list below: that the file could not be read to its end, and that the replay stops before
 * the last event. Nothing when all is well.
 */
export function bannersView(state: PageState, actions: BannerActions): TemplateResult {
  const { replayStop, agent } = state.snapshot;
  return html`${inheritanceBanner(state.inheritance, actions)}
  ${
    state.failureMessage === null
      ? nothing
      : banner('error', state.failureMessage, [{ label: 'Try Again', act: () => actions.readAgain() }])
  }
  ${
    replayStop === null
      ? nothing
      : banner('debug-pause', state.stopMessage ?? 'Replay stops before the last event.', [
          { label: 'Go to Fault', act: () => actions.goToRow(replayStop.row) },
        ])
  }
  ${
    (agent?.chosenLeaf ?? null) === null
      ? nothing
      : banner('git-branch', 'You follow a branch that the agent has left.', [
          { label: 'Follow the Agent’s Branch', act: () => actions.followBranch(null) },
        ])
  }`;
}

/** What came before: a button leads to it, or looks again where it is not at hand. */
function inheritanceBanner(
  inheritance: ShownInheritance | null,
  actions: BannerActions,
): TemplateResult | typeof nothing {
  if (inheritance === null) return nothing;
  const { message, canOpen, isTroubled } = inheritance;
  const codicon = isTroubled ? 'warning' : 'repo-forked';
  return banner(codicon, message, [
    ...(canOpen ? [{ label: 'Open at That Record', act: () => actions.openInherited() }] : []),
    ...(isTroubled ? [{ label: 'Look Again', act: () => actions.readAgain() }] : []),
  ]);
}

interface BannerButton {
  readonly label: string;
  readonly act: () => void;
}

function banner(codicon: string, message: string, buttons: readonly BannerButton[]): TemplateResult {
  const text = oneLine(message);
  return html`<div class="banner banner-${codicon}">
    <span class="codicon codicon-${codicon}" aria-hidden="true"></span>
    <span class="banner-text" title=${text}>${text}</span>
    ${buttons.map(({ label, act }) => html`<button class="link" type="button" @click=${act}>${label}</button>`)}
  </div>`;
}
