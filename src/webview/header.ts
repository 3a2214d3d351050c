import { html, nothing, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import type { JournalSnapshot, PageState } from '../protocol.ts';
import { count, counted } from './figures.ts';
import { agentName, recordCounts, relatedLinks, tokenCounts } from './agentFacts.ts';
import { SEVERITIES, severityMark, severityNoun } from './severityMarks.ts';
import { oneLine } from './text.ts';

const FINGERPRINT_DIGITS = 12;

/** What the header's buttons do. */
export interface HeaderActions {
  nextProblem(): void;
  copyFingerprint(): void;
  openAsText(): void;
  openSearch(): void;
  /** Opens a related log by its place in the list. */
  openRelated(index: number): void;
}

/** The header of a journal. `copied` shows for a moment that the fingerprint was copied. */
export function headerView(
  { snapshot, related, fileName }: PageState,
  copied: boolean,
  actions: HeaderActions,
): TemplateResult {
  const isReading = snapshot.state.kind === 'reading';
  const isPacked = fileName.endsWith('.zst');
  return html`<dl class="facts">
      ${fact('Session', named(snapshot.sessionId))}
      ${snapshot.agent === null || snapshot.runId !== snapshot.sessionId ? fact('Run', named(snapshot.runId)) : nothing}
      ${fact('Events', eventsView(snapshot))} ${fact('Problems', problemsView(snapshot, actions))}
      ${fact('Stop', named(snapshot.stopReason, isReading ? 'none so far' : 'none recorded'))}
      ${fact(fingerprintName(snapshot), fingerprintView(snapshot, copied, actions))}
      ${
        snapshot.agent === null
          ? nothing
          : html`${fact('Agent', agentName(snapshot.agent))} ${fact('Records', recordCounts(snapshot.agent))}
            ${fact('Tokens', tokenCounts(snapshot.agent))}`
      }
      ${related.length === 0 ? nothing : fact('Related', relatedLinks(related, actions))}
    </dl>
    <vscode-button
      class="open-search"
      secondary
      title="Search in all events (Ctrl+F)"
      @click=${() => actions.openSearch()}
    >
      <span slot="content-before" class="codicon codicon-search" aria-hidden="true"></span
      ><span class="button-word">Search</span>
    </vscode-button>
    ${
      isPacked
        ? nothing
        : html`<vscode-button
            class="open-as-text"
            secondary
            title="Open as Text"
            @click=${() => actions.openAsText()}
          >
            <span slot="content-before" class="codicon codicon-go-to-file" aria-hidden="true"></span
            ><span class="button-word">Open as Text</span>
          </vscode-button>`
    }
    ${progressView(snapshot)}`;
}

function fact(name: string, value: TemplateResult): TemplateResult {
  return html`<div class="fact">
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function named(value: string | null, otherwise = 'none'): TemplateResult {
  if (value === null) return html`<span class="dim">${otherwise}</span>`;
  const text = oneLine(value);
  return html`<span class="clipped value" title=${text}>${text}</span>`;
}

function eventsView(snapshot: JournalSnapshot): TemplateResult {
  const damaged = snapshot.format === 'agent' ? 0 : snapshot.rows - snapshot.events;
  return html`<span class="number">${count(snapshot.events)}</span>
    ${snapshot.state.kind === 'reading' ? html`<span class="dim">so far</span>` : nothing}
    ${damaged > 0 ? html`<span class="dim">${counted(damaged, 'damaged line')}</span>` : nothing}`;
}

function problemsView({ totals, state }: JournalSnapshot, actions: HeaderActions): TemplateResult {
  const present = SEVERITIES.filter((severity) => totals[severity] > 0);
  if (present.length === 0 && state.kind === 'ready')
    return html`<span class="codicon codicon-pass calm" aria-hidden="true"></span> none`;
  if (present.length === 0) return html`<span class="dim">none so far</span>`;
  return html`${present.map((severity) => {
    const words = `${count(totals[severity])} ${severityNoun(severity, totals[severity])}`;
    return html`<button
      class="badge"
      type="button"
      title="${words}. Go to the next problem (F8)"
      aria-label="${words}, go to the next problem"
      @click=${() => actions.nextProblem()}
    >
      ${severityMark(severity)}<span class="number">${count(totals[severity])}</span>
    </button>`;
  })}`;
}

/** Of what the fingerprint is, where it is not that of the whole journal. */
function fingerprintName({ replayStop }: JournalSnapshot): string {
  const last = replayStop?.lastSequence ?? null;
  return last === null ? 'Fingerprint' : `Fingerprint through #${last}`;
}

function fingerprintView(
  { fingerprint, state }: JournalSnapshot,
  copied: boolean,
  actions: HeaderActions,
): TemplateResult {
  if (fingerprint === null)
    return html`<span class="dim">${state.kind === 'reading' ? 'not yet' : 'unavailable'}</span>`;
  return html`<span class="mono" title="SHA-256 of all that can be replayed: ${fingerprint}"
      >${fingerprint.slice(0, FINGERPRINT_DIGITS)}</span
    ><button
      class="icon-button codicon codicon-${copied ? 'check' : 'copy'}"
      type="button"
      title="Copy the whole fingerprint"
      aria-label="Copy the whole fingerprint"
      @click=${() => actions.copyFingerprint()}
    ></button>`;
}

function progressView({ state }: JournalSnapshot): TemplateResult | typeof nothing {
  return state.kind === 'reading' ? readingBar(state.bytesRead, state.bytesTotal) : nothing;
}

/** The bar of a file being read; without a known size it only shows that something goes on. */
export function readingBar(bytesRead: number, bytesTotal: number): TemplateResult {
  const percent = bytesTotal > 0 ? Math.min(100, (bytesRead / bytesTotal) * 100) : 0;
  return html`<vscode-progress-bar
    class="reading-bar"
    aria-label="Reading the file"
    .value=${percent}
    ?indeterminate=${bytesTotal === 0}
  ></vscode-progress-bar>`;
}
