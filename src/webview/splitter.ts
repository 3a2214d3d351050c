import { splitAction } from './keyboard.ts';
import type { Memory } from './vscodeApi.ts';

/** Narrower pages have the details below the list. */
const SIDE_BY_SIDE_PIXELS = 760;
const LEAST_PERCENT = 15;
const MOST_PERCENT = 80;
const DEFAULT_PERCENT = { side: 40, below: 45 } as const;

type Direction = keyof typeof DEFAULT_PERCENT;
type Shares = Record<Direction, number>;

/** Reads remembered shares; whatever is not one is the default. */
export function sharesFrom(remembered: unknown): Shares {
  const shares: Shares = { ...DEFAULT_PERCENT };
  if (typeof remembered !== 'object' || remembered === null || !('shares' in remembered)) return shares;
  const from: unknown = remembered.shares;
  if (typeof from !== 'object' || from === null) return shares;
  if ('side' in from && isShare(from.side)) shares.side = from.side;
  if ('below' in from && isShare(from.below)) shares.below = from.below;
  return shares;
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= LEAST_PERCENT && value <= MOST_PERCENT;
}

/**
 * The bar between the list and the details, for the mouse and the keyboard (arrows, Home, End; a double click resets
 * it). It sets `--details-share` on the container, lays the panes side by side or one below the other by the width
 * there is, and remembers both sizes.
 */
export class Splitter {
  readonly #container: HTMLElement;
  readonly #bar: HTMLElement;
  readonly #memory: Memory;
  readonly #shares: Shares;
  #direction: Direction = 'side';

  constructor(container: HTMLElement, bar: HTMLElement, memory: Memory) {
    this.#container = container;
    this.#bar = bar;
    this.#memory = memory;
    this.#shares = sharesFrom(memory.recall());
    bar.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      bar.focus();
      bar.setPointerCapture(event.pointerId);
    });
    bar.addEventListener('pointermove', (event) => {
      if (bar.hasPointerCapture(event.pointerId)) this.#drag(event);
    });
    bar.addEventListener('dblclick', () => this.#set(DEFAULT_PERCENT[this.#direction]));
    bar.addEventListener('keydown', (event) => {
      const share = splitAction(event, this.#shares[this.#direction], LEAST_PERCENT, MOST_PERCENT);
      if (share === null) return;
      event.preventDefault();
      this.#set(share);
    });
    new ResizeObserver(() => this.#arrange()).observe(container);
    this.#arrange();
  }

  #arrange(): void {
    this.#direction = this.#container.clientWidth >= SIDE_BY_SIDE_PIXELS ? 'side' : 'below';
    this.#container.dataset['split'] = this.#direction;
    this.#bar.setAttribute('aria-orientation', this.#direction === 'side' ? 'vertical' : 'horizontal');
    this.#show();
  }

  #drag(event: PointerEvent): void {
    const box = this.#container.getBoundingClientRect();
    const share =
      this.#direction === 'side'
        ? (box.right - event.clientX) / box.width
        : (box.bottom - event.clientY) / box.height;
    this.#set(share * 100);
  }

  #set(percent: number): void {
    this.#shares[this.#direction] = Math.max(LEAST_PERCENT, Math.min(percent, MOST_PERCENT));
    this.#memory.remember({ shares: this.#shares });
    this.#show();
  }

  #show(): void {
    const share = this.#shares[this.#direction];
    this.#container.style.setProperty('--details-share', `${share}%`);
    this.#bar.setAttribute('aria-valuenow', String(Math.round(share)));
    this.#bar.setAttribute('aria-valuemin', String(LEAST_PERCENT));
    this.#bar.setAttribute('aria-valuemax', String(MOST_PERCENT));
  }
}
