import { html, render } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Row } from '../protocol.ts';
import { listAction } from './keyboard.ts';
import { missingRowView, rowElementId, rowView, type RowPlace } from './rowView.ts';
import { ScrollMap, type RowRange, type ScrollPlace } from './scrollMap.ts';

/** Rows drawn above and below the viewport, so that quick scrolling meets text. */
const SPARE_ROWS = 12;
/** After this long without scrolling a scaled scroll bar is brought back to where the list stands. */
const SETTLE_MILLISECONDS = 150;

/** What the list asks of its surroundings. */
export interface ListPeer {
  row(row: number): Row | undefined;
  hasFailed(row: number): boolean;
  /** These rows are on show now. */
  onRange(range: RowRange): void;
  /** The person moved the cursor. */
  onMove(row: number): void;
  /** The person wants to read on in the details. */
  onEnter(): void;
}

/**
 * The list of events: a listbox with one tab stop whose active option is the cursor. Only the rows near the viewport
 * exist as elements. What is shown of them is the peer's; the list owns scrolling, drawing and input.
 */
export class EventList {
  readonly element: HTMLElement;
  readonly #peer: ListPeer;
  readonly #range = document.createElement('div');
  readonly #strip = document.createElement('div');
  readonly #rowHeight: number;
  /** As they were laid out last: to ask the elements would lay them out once more. */
  #viewHeight: number;
  #height = 0;
  #rows = 0;
  #cursor = 0;
  #replayStop: number | null = null;
  #map: ScrollMap;
  #place: ScrollPlace = { top: 0, offset: 0 };
  #drawn: RowRange = { first: 0, end: 0 };
  /** What is added to a row's number to name its element. */
  #firstKey = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** Takes over `element`, which is in the document, for its life. */
  constructor(element: HTMLElement, peer: ListPeer) {
    this.element = element;
    this.#peer = peer;
    this.#range.className = 'range';
    this.#strip.className = 'strip';
    this.#range.append(this.#strip);
    // Elements between a listbox and its options must say that they mean nothing.
    for (const between of [this.#range, this.#strip]) between.setAttribute('role', 'presentation');
    element.append(this.#range);
    this.#rowHeight = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row-height')) || 22;
    this.#viewHeight = element.clientHeight;
    this.#map = new ScrollMap(0, this.#rowHeight, this.#viewHeight);
    element.addEventListener('scroll', () => this.#onScroll(), { passive: true });
    element.addEventListener('keydown', (event) => this.#onKey(event));
    element.addEventListener('mousedown', (event) => this.#onMouse(event));
    element.addEventListener('contextmenu', (event) => this.#onContextMenu(event));
    new ResizeObserver(() => {
      this.#viewHeight = element.clientHeight;
      this.#remap();
    }).observe(element);
  }

  /** Takes the number of rows and the row where the replay stops, and draws anew. */
  update(rows: number, replayStop: number | null): void {
    this.#replayStop = replayStop;
    if (rows === this.#rows) {
      this.#draw(true);
      return;
    }
    this.#rows = rows;
    // It was not on show before, and its observer tells too late.
    if (this.#viewHeight === 0) this.#viewHeight = this.element.clientHeight;
    const digits = Math.max(3, String(rows).length);
    this.element.parentElement?.style.setProperty('--sequence-width', `${digits}ch`);
    this.#remap();
  }

  /** Draws the rows on show anew: their content has changed. */
  refresh(): void {
    this.#draw(true);
  }

  /**
   * Puts the cursor on a row and scrolls it into view: by as little as needed, or to the middle of the viewport when
   * the move came from elsewhere.
   */
  setCursor(row: number, comesFrom: 'here' | 'elsewhere'): void {
    this.#cursor = row;
    const nearest = this.#map.revealing(row, this.#place.offset);
    const centred = comesFrom === 'elsewhere' && nearest !== this.#place.offset;
    this.#scrollTo(centred ? this.#map.centring(row) : nearest);
    this.#draw(true);
  }

  /** Whole rows that the viewport shows. */
  get rowsInView(): number {
    return this.#map.rowsInView;
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  /** Fits rows and viewport anew. A cursor that was in view stays in view; otherwise the top row stays. */
  #remap(): void {
    const wasInView = this.#map.revealing(this.#cursor, this.#place.offset) === this.#place.offset;
    this.#map = new ScrollMap(this.#rows, this.#rowHeight, this.#viewHeight);
    if (this.#map.height !== this.#height) this.#range.style.height = `${this.#map.height}px`;
    this.#height = this.#map.height;
    const { offset } = this.#place;
    // A hand on the scroll bar is not fought: what it leaves is settled after it.
    if (this.#settling === undefined)
      this.#scrollTo(wasInView ? this.#map.revealing(this.#cursor, offset) : offset);
    this.#draw(true);
  }

  #scrollTo(offset: number): void {
    const place = this.#map.at(offset);
    if (place.top === this.#place.top && place.offset === this.#place.offset) return;
    if (Math.abs(this.element.scrollTop - place.top) >= 1) this.element.scrollTop = place.top;
    // The browser rounds what it is given; rows are placed by what it made of it.
    this.#place = { top: this.element.scrollTop, offset: place.offset };
  }

  #onScroll(): void {
    const top = this.element.scrollTop;
    // The echo of a place that the list went to itself: no hand is on the scroll bar.
    if (top === this.#place.top) return;
    this.#place = this.#map.follow(this.#place, top);
    this.#draw(false);
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#settling = undefined;
      this.#scrollTo(this.#place.offset);
      this.#draw(false);
    }, SETTLE_MILLISECONDS);
  }

  #draw(contentChanged: boolean): void {
    const range = this.#map.rangeAt(this.#place.offset, SPARE_ROWS);
    const start = this.#place.top + range.first * this.#rowHeight - this.#place.offset;
    this.#strip.style.transform = `translateY(${start}px)`;
    if (!contentChanged && range.first === this.#drawn.first && range.end === this.#drawn.end) return;
    const isElsewhere = range.first >= this.#drawn.end || range.end <= this.#drawn.first;
    // The elements of rows that all go are used for those that come: the first of them for the first, and so on.
    if (isElsewhere) this.#firstKey += this.#drawn.first - range.first;
    this.#drawn = range;
    this.#peer.onRange(range);
    const rows = Array.from({ length: Math.max(0, range.end - range.first) }, (_, i) => range.first + i);
    render(
      html`${repeat(
        rows,
        (row) => row + this.#firstKey,
        (row) => this.#rowTemplate(row),
      )}`,
      this.#strip,
    );
    this.#markActive();
  }

  #rowTemplate(number: number) {
    const place: RowPlace = {
      row: number,
      rows: this.#rows,
      isCursor: number === this.#cursor,
      isReplayStop: number === this.#replayStop,
    };
    const row = this.#peer.row(number);
    return row ? rowView(row, place) : missingRowView(place, this.#peer.hasFailed(number));
  }

  #markActive(): void {
    const { first, end } = this.#drawn;
    if (this.#cursor >= first && this.#cursor < end)
      this.element.setAttribute('aria-activedescendant', rowElementId(this.#cursor));
    else this.element.removeAttribute('aria-activedescendant');
  }

  #onKey(event: KeyboardEvent): void {
    const action = listAction(event, this.#cursor, this.#rows, this.#map.rowsInView);
    if (!action) return;
    event.preventDefault();
    if (action.kind === 'details') this.#peer.onEnter();
    else this.#move(action.row);
  }

  #onMouse(event: MouseEvent): void {
    const row = rowUnder(event);
    if (event.button === 0 && row !== null) this.#move(row);
  }

  /**
   * Moves the cursor under a right click, and lets the event go on to VS Code, which reads the row's data. From the
   * keyboard the list itself is the target: the event is sent again from the cursor's row.
   */
  #onContextMenu(event: MouseEvent): void {
    const row = rowUnder(event);
    if (row !== null) {
      if (row !== this.#cursor) this.#move(row);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const fromMouse = event.button === 2;
    if (fromMouse || this.#rows === 0) return;
    this.setCursor(this.#cursor, 'here');
    const target = document.getElementById(rowElementId(this.#cursor));
    if (!target) return;
    const { left, bottom } = target.getBoundingClientRect();
    const place = { clientX: left + this.#rowHeight, clientY: bottom };
    target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }));
  }

  #move(row: number): void {
    this.setCursor(row, 'here');
    this.#peer.onMove(row);
  }
}

function rowUnder(event: Event): number | null {
  const element = event.target instanceof Element ? event.target.closest('[data-row]') : null;
  const row = element?.getAttribute('data-row');
  return row === null || row === undefined ? null : Number(row);
}
