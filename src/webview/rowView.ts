import { html, nothing, type TemplateResult } from 'lit';
import type { Severity } from '../core/severity.ts';
import type { Row } from '../protocol.ts';
import { eventIcon } from './eventIcons.ts';
import { clockTime } from './figures.ts';
import { severityMark, severityNoun } from './severityMarks.ts';
import { oneLine } from './text.ts';

/** How a row stands in the list. */
export interface RowPlace {
  readonly row: number;
  readonly rows: number;
  readonly isCursor: boolean;
  /** The replay ends above this row. */
  readonly isReplayStop: boolean;
}

/** The element id of a row, for `aria-activedescendant`. */
export function rowElementId(row: number): string {
  return `row-${row}`;
}

/** What VS Code's context menu is told of a row. */
function menuContext(row: Row): string {
  return JSON.stringify({
    webviewSection: row.kind,
    row: row.row,
    sequence: row.sequence,
    rowStatus: row.status,
    preventDefaultContextMenuItems: true,
  });
}

/**
 * A row of the list. All its text comes from the journal and is bound as text. Its name for a screen reader is this
 * text in this order; what is told by shape or shade is there in words that are not seen.
 */
export function rowView(row: Row, place: RowPlace): TemplateResult {
  const icon = eventIcon(row);
  const summary = oneLine(row.status === 'unknown' ? `${row.type ?? ''} · ${row.summary}` : row.summary);
  const classes = [
    'row',
    row.kind,
    place.isCursor ? 'cursor' : '',
    place.isReplayStop ? 'replay-stop' : '',
    row.beyondReplay ? 'beyond' : '',
    row.status === null ? '' : `status-${row.status}`,
    row.inherited ? 'inherited' : '',
  ];
  const note = statusNote(row);
  return html`<div
    class=${classes.filter((name) => name !== '').join(' ')}
    id=${rowElementId(place.row)}
    role="option"
    aria-selected=${place.isCursor}
    aria-setsize=${place.rows}
    aria-posinset=${place.row + 1}
    data-row=${place.row}
    data-vscode-context=${menuContext(row)}
  >
    <span class="mark">${row.severity === null ? nothing : markView(row.severity)}</span>
    <span class="sequence">${sequenceView(row)}</span>
    <span class="type" title=${oneLine(row.type ?? '')}
      ><span class="codicon codicon-${icon.codicon} family-${icon.family}" aria-hidden="true"></span
      ><span class="clipped">${typeLabel(row)}</span></span
    >
    ${row.kind === 'damage' ? nothing : actorView(row)}
    <span class="summary clipped" title=${note === null ? summary : `${note}: ${summary}`}>${summary}</span>
    <span class="time" title=${oneLine(row.timestamp ?? '')}
      >${row.timestamp === null ? nothing : oneLine(clockTime(row.timestamp))}</span
    >
    ${row.beyondReplay ? html`<span class="visually-hidden">beyond the replay</span>` : nothing}
    ${note === null ? nothing : html`<span class="visually-hidden">${note}</span>`}
  </div>`;
}

/** The number of the event, or a mark where the row is none that is replayed. */
function sequenceView({ sequence, status }: Row): TemplateResult | number | string {
  if (status !== 'abandoned') return sequence ?? '–';
  return html`<span class="codicon codicon-git-branch" aria-hidden="true"></span>`;
}

/** What the type column says. What a record of unknown type calls itself stands before its summary. */
function typeLabel(row: Row): string {
  if (row.kind === 'damage') return 'damaged line';
  const type = oneLine(row.type ?? '');
  return row.status === 'unknown' ? 'unknown record' : type;
}

/** In words what a record of an agent's log is to the replay, where it is not simply replayed. */
export function statusNote({ status, inherited }: Pick<Row, 'status' | 'inherited'>): string | null {
  switch (status) {
    case 'abandoned':
      return 'abandoned branch';
    case 'folded':
      return 'told by another record, or bookkeeping';
    case 'unknown':
      return 'unknown record';
    case 'active':
    case null:
      return inherited ? 'inherited history' : null;
  }
}

function markView(severity: Severity): TemplateResult {
  return html`${severityMark(severity)}<span class="visually-hidden">${severityNoun(severity, 1)}</span>`;
}

function actorView({ actorKind, actorId }: Row): TemplateResult {
  const kind = oneLine(actorKind ?? '');
  const id = oneLine(actorId ?? '');
  return html`<span class="actor clipped" title="${kind} · ${id}"
    >${kind} <span class="dim">${id}</span></span
  >`;
}

/** Holds the place of a row that is on its way, or says that it could not be read. */
export function missingRowView(place: RowPlace, failed: boolean): TemplateResult {
  return html`<div
    class=${place.isCursor ? 'row missing cursor' : 'row missing'}
    id=${rowElementId(place.row)}
    role="option"
    aria-selected=${place.isCursor}
    aria-setsize=${place.rows}
    aria-posinset=${place.row + 1}
    data-row=${place.row}
  >
    <span class="mark"></span>
    <span class="sequence"></span>
    <span class="type"></span>
    <span class="actor"></span>
    <span class="summary">${failed ? 'This row could not be read.' : 'Loading…'}</span>
    <span class="time"></span>
  </div>`;
}
