import { html, nothing, render, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { Row, RowDetails, ShownViolation, StandsFor } from '../protocol.ts';
import { eventIcon } from './eventIcons.ts';
import { count, size } from './figures.ts';
import { recordText } from './recordText.ts';
import { severityMark, severityNoun } from './severityMarks.ts';
import { oneLine } from './text.ts';

/** All that is known of one row. */
export interface ShownDetails {
  readonly details: RowDetails;
  readonly violations: readonly ShownViolation[];
  /** The whole text was asked for: what is cut now is too long to be shown at all. */
  readonly isAll: boolean;
}

/** What the pane's buttons do. */
export interface DetailsActions {
  /** Goes to the row at a 0-based line. */
  goToLine(line: number): void;
  /** Fetches the whole text of a row. */
  showAll(row: number): void;
  branchFrom(row: number): void;
  /** Replays the branch that leads through an abandoned row. */
  followBranch(row: number): void;
  /** Back to the list. */
  leave(): void;
}

/** The details pane: facts of the row, its violations in words, its text as recorded. */
export class DetailsPane {
  readonly #element: HTMLElement;
  readonly #actions: DetailsActions;
  #row: number | null = null;
  /** It may not stand at its top. To ask would lay it out twice. */
  #isScrolled = false;

  /** Takes over `element`, a focusable scroll container. */
  constructor(element: HTMLElement, actions: DetailsActions) {
    this.#element = element;
    this.#actions = actions;
    element.addEventListener('scroll', () => (this.#isScrolled = true), { passive: true });
    element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      actions.leave();
    });
  }

  /** Shows a row: from its top, or where the person was reading if it was on show before. */
  show(shown: ShownDetails): void {
    this.#element.removeAttribute('aria-busy');
    render(this.#template(shown), this.#element);
    if (shown.details.row.row !== this.#row && this.#isScrolled) {
      this.#element.scrollTop = 0;
      this.#isScrolled = false;
    }
    this.#row = shown.details.row.row;
  }

  /** Marks what is shown as about to be replaced. */
  wait(): void {
    this.#element.setAttribute('aria-busy', 'true');
  }

  /** Says why there is nothing to show. */
  fail(message: string): void {
    this.#element.removeAttribute('aria-busy');
    render(html`<p class="details-note">${oneLine(message)}</p>`, this.#element);
  }

  focus(): void {
    this.#element.focus();
  }

  #template({ details, violations, isAll }: ShownDetails): TemplateResult {
    const { row } = details;
    const cut = details.fullLength === null ? nothing : this.#cutNote(details, details.fullLength, isAll);
    const icon = eventIcon(row);
    const title = row.kind === 'damage' ? 'damaged line' : oneLine(row.type ?? 'event');
    return html`<div class="details-head">
        <span class="codicon codicon-${icon.codicon} family-${icon.family}" aria-hidden="true"></span>
        <h2 class="clipped" title=${title}>${title}</h2>
        ${row.kind === 'event' ? this.#branchButton(row) : nothing}
      </div>
      ${violations.length > 0 ? this.#violationList(violations) : nothing} ${factList(details)}
      ${details.events === null ? nothing : standsForList(details.row, details.events)}
      <div class="record-head">
        <h3>Record</h3>
        ${cut}
      </div>
      <div class="record">${recordText(details.text)}</div>
      ${cut}`;
  }

  #branchButton(row: Row): TemplateResult | typeof nothing {
    if (row.status === 'abandoned') return this.#followButton(row);
    if (row.status !== null && row.sequence === null) return nothing;
    const why = row.beyondReplay ? 'Events before this one are not whole: branch from an earlier event' : '';
    return html`<vscode-button
      secondary
      title=${why}
      ?disabled=${row.beyondReplay}
      @click=${() => this.#actions.branchFrom(row.row)}
    >
      <span slot="content-before" class="codicon codicon-git-branch" aria-hidden="true"></span>Branch from
      Here…
    </vscode-button>`;
  }

  #followButton({ row }: Row): TemplateResult {
    return html`<vscode-button secondary @click=${() => this.#actions.followBranch(row)}>
      <span slot="content-before" class="codicon codicon-git-branch" aria-hidden="true"></span>Follow This
      Branch
    </vscode-button>`;
  }

  #violationList(violations: readonly ShownViolation[]): TemplateResult {
    return html`<ul class="violations" aria-label="Problems of this row">
      ${violations.map(
        (violation) =>
          html`<li>
            ${severityMark(violation.severity)}
            <div>
              <span class="visually-hidden">${severityNoun(violation.severity, 1)}:</span>
              <span class="violation-text">${oneLine(violation.message)}</span>
              <span class="violation-code dim mono">${oneLine(violation.code)}</span>
              ${violation.related.map((related) => this.#relatedLink(related))}
            </div>
          </li>`,
      )}
    </ul>`;
  }

  #relatedLink({ label, line }: ShownViolation['related'][number]): TemplateResult {
    return html`<div class="related">
      <button class="link" type="button" @click=${() => this.#actions.goToLine(line)}>
        Line ${count(line + 1)}</button
      ><span class="dim">${oneLine(label)}</span>
    </div>`;
  }

  /** Stands above and below a text that was cut. */
  #cutNote({ row, text }: RowDetails, fullLength: number, isAll: boolean): TemplateResult {
    if (isAll)
      return html`<p class="cut dim">
        Cut after ${size(text.length)} of ${size(fullLength)}: open the file as text to see the rest.
      </p>`;
    return html`<div class="cut">
      <span class="dim">Cut after ${size(text.length)}.</span>
      <vscode-button secondary @click=${() => this.#actions.showAll(row.row)}>
        Show all (${size(fullLength)})
      </vscode-button>
    </div>`;
  }
}

function factList({ row, bytes }: RowDetails): TemplateResult {
  const facts: readonly (readonly [name: string, value: string | null, isMono?: boolean])[] = [
    ['Sequence', row.sequence === null ? null : String(row.sequence)],
    ['Actor', [row.actorKind, row.actorId].filter((part) => part !== null).join(' · ') || null],
    ['Event id', row.eventId, true],
    ['Time', row.timestamp, true],
    ['Line', count(row.line + 1)],
    ['Size', size(bytes)],
    ['Replay', row.beyondReplay ? 'does not reach this row' : replayed(row)],
  ];
  return html`<dl class="record-facts">
    ${facts.map(([name, value, isMono]) =>
      value === null
        ? nothing
        : html`<div>
            <dt>${name}</dt>
            <dd class=${isMono ? 'mono' : ''}>${oneLine(value)}</dd>
          </div>`,
    )}
  </dl>`;
}

/** What an agent's record is to the replay, where it is not an event of it. */
function replayed({ status, inherited }: Row): string | null {
  switch (status) {
    case 'abandoned':
      return 'abandoned branch: shown, not replayed';
    case 'folded':
      return 'told by another record, or bookkeeping';
    case 'unknown':
      return 'a record of a type that is not known: kept, not replayed';
    case 'active':
      return inherited ? 'inherited from the session that this one was forked from' : null;
    case null:
      return null;
  }
}

/** The events that an agent's record stands for. */
function standsForList({ status }: Row, events: readonly StandsFor[]): TemplateResult | typeof nothing {
  if (events.length === 0) return nothing;
  return html`<h3 class="stands-for-head">${status === 'active' ? 'Replayed as' : 'Would be'}</h3>
    <ul class="stands-for">
      ${events.map(({ sequence, type, actorKind, actorId, summary }) => {
        const icon = eventIcon({ kind: 'event', type });
        return html`<li>
          <span class="number dim">${sequence === null ? '' : `#${sequence}`}</span>
          <span class="codicon codicon-${icon.codicon} family-${icon.family}" aria-hidden="true"></span>
          <span class="stands-for-text"
            >${oneLine(type)}
            <span class="dim">${[oneLine(actorKind), oneLine(actorId)].join(' · ')}</span>
            ${oneLine(summary)}</span
          >
        </li>`;
      })}
    </ul>`;
}
