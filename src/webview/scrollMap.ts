// Where a list of any length stands in a scroll range that a browser can still draw. Rows have one fixed height, so
// the whole arithmetic of a virtual list is here; nothing is allocated per row, however many there are.

/** Browsers lose pixels, and then whole rows, in taller elements. Longer lists scroll at a scale. */
export const TALLEST_RANGE = 4_000_000;

/** A place in the list: `top` is the element's scrollTop, `offset` the pixels of list above the viewport. */
export interface ScrollPlace {
  readonly top: number;
  readonly offset: number;
}

/** Rows `first` (inclusive) to `end` (exclusive). */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

export class ScrollMap {
  /** Height of the scrolled element. */
  readonly height: number;
  /** Greatest offset: the last row stands at the bottom of the viewport. */
  readonly maxOffset: number;
  readonly #maxTop: number;
  readonly #rows: number;
  readonly #rowHeight: number;
  readonly #viewHeight: number;

  constructor(rows: number, rowHeight: number, viewHeight: number, tallest = TALLEST_RANGE) {
    const whole = rows * rowHeight;
    this.#rows = rows;
    this.#rowHeight = rowHeight;
    this.#viewHeight = viewHeight;
    this.height = Math.min(whole, Math.max(tallest, viewHeight));
    this.maxOffset = Math.max(0, whole - viewHeight);
    this.#maxTop = Math.max(0, this.height - viewHeight);
  }

  /** The place at an offset, brought inside the list. */
  at(offset: number): ScrollPlace {
    const inside = clamp(offset, this.maxOffset);
    return { offset: inside, top: this.maxOffset === 0 ? 0 : (inside / this.maxOffset) * this.#maxTop };
  }

  /**
   * The place after the person scrolled from `previous` to `top`. Steps shorter than a viewport (wheel, track pad)
   * move the list by as many pixels as the hand did, whatever the scale; longer ones (the scroll bar) jump in
   * proportion; both ends are exact.
   */
  follow(previous: ScrollPlace, top: number): ScrollPlace {
    if (this.#maxTop === this.maxOffset) return { top, offset: clamp(top, this.maxOffset) };
    if (top <= 0) return { top, offset: 0 };
    if (top >= this.#maxTop - 1) return { top, offset: this.maxOffset };
    const step = top - previous.top;
    const near = Math.abs(step) <= this.#viewHeight;
    const offset = near ? previous.offset + step : (top / this.#maxTop) * this.maxOffset;
    return { top, offset: clamp(offset, this.maxOffset) };
  }

  /** The offset nearest to `offset` at which `row` is wholly in view. */
  revealing(row: number, offset: number): number {
    const start = row * this.#rowHeight;
    const lowest = start + this.#rowHeight - this.#viewHeight;
    return clamp(Math.max(lowest, Math.min(offset, start)), this.maxOffset);
  }

  /** The offset at which `row` stands in the middle of the viewport. */
  centring(row: number): number {
    return clamp(row * this.#rowHeight - (this.#viewHeight - this.#rowHeight) / 2, this.maxOffset);
  }

  /** Rows to draw at an offset: those in view, and `spare` more on both sides. */
  rangeAt(offset: number, spare: number): RowRange {
    const first = Math.floor(offset / this.#rowHeight) - spare;
    const end = Math.ceil((offset + this.#viewHeight) / this.#rowHeight) + spare;
    return { first: Math.max(0, first), end: Math.min(this.#rows, end) };
  }

  /** Whole rows that fit in the viewport: what PageUp and PageDown move by. */
  get rowsInView(): number {
    return Math.max(1, Math.floor(this.#viewHeight / this.#rowHeight));
  }
}
