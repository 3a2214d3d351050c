import { html, nothing, type TemplateResult } from 'lit';
import type { Row } from '../protocol.ts';
import { eventIcon } from './eventIcons.ts';
import { clockTime, count } from './figures.ts';
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
    preventDefaultContextMenuItems: true,
  });
}

/** A row in words, for a screen reader: the parts in the order they are shown. */
function spoken(row: Row): string {
  const parts = [
    row.sequence === null ? '' : String(row.sequence),
    row.kind === 'damage' ? `damaged line ${count(row.line + 1)}` : (row.type ?? 'unknown type'),
    row.severity === null ? '' : severityNoun(row.severity, 1),
    row.actorId ?? '',
    row.summary,
    row.beyondReplay ? 'beyond the replay' : '',
  ];
  return oneLine(parts.filter((part) => part !== '').join(', '));
}

/** A row of the list. All its text comes from the journal and is bound as text. */
export function rowView(row: Row, place: RowPlace): TemplateResult {
  const icon = eventIcon(row);
  const summary = oneLine(row.summary);
  const classes = [
    'row',
    row.kind,
    place.isCursor ? 'cursor' : '',
    place.isReplayStop ? 'replay-stop' : '',
    row.beyondReplay ? 'beyond' : '',
  ];
  return html`<div
    class=${classes.filter((name) => name !== '').join(' ')}
    id=${rowElementId(place.row)}
    role="option"
    aria-selected=${place.isCursor}
    aria-setsize=${place.rows}
    aria-posinset=${place.row + 1}
    aria-label=${spoken(row)}
    data-row=${place.row}
    data-vscode-context=${menuContext(row)}
  >
    <span class="mark">${row.severity === null ? nothing : severityMark(row.severity)}</span>
    <span class="sequence">${row.sequence ?? '–'}</span>
    <span class="type" title=${oneLine(row.type ?? '')}
      ><span class="codicon codicon-${icon.codicon} family-${icon.family}" aria-hidden="true"></span
      ><span class="clipped">${row.kind === 'damage' ? 'damaged line' : oneLine(row.type ?? '')}</span></span
    >
    ${row.kind === 'damage' ? nothing : actorView(row)}
    <span class="summary clipped" title=${summary}>${summary}</span>
    <span class="time" title=${oneLine(row.timestamp ?? '')}
      >${row.timestamp === null ? nothing : oneLine(clockTime(row.timestamp))}</span
    >
  </div>`;
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
    aria-label=${failed ? 'row could not be read' : 'loading'}
    data-row=${place.row}
  >
    <span class="mark"></span>
    <span class="sequence"></span>
    <span class="type"></span>
    <span class="actor"></span>
    <span class="summary">${failed ? 'These rows could not be read.' : '…'}</span>
    <span class="time"></span>
  </div>`;
}
