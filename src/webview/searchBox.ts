import { html, nothing, render, type TemplateResult } from 'lit';
import { FILTER_HINT } from '../core/queryText.ts';
import { count } from './figures.ts';
import type { BoxQuery, Search } from './search.ts';

/** How long typing must rest before it is searched for. */
const TYPING_MILLISECONDS = 200;

type Switch = 'caseSensitive' | 'wholeWord' | 'regex' | 'violationsOnly';

const SWITCHES: readonly { readonly name: Switch; readonly icon: string; readonly label: string }[] = [
  { name: 'caseSensitive', icon: 'case-sensitive', label: 'Match case (Alt+C)' },
  { name: 'wholeWord', icon: 'whole-word', label: 'Match whole word (Alt+W)' },
  { name: 'regex', icon: 'regex', label: 'Use regular expression (Alt+R)' },
  { name: 'violationsOnly', icon: 'warning', label: 'Only events with problems' },
];

const ALT_KEYS: Readonly<Record<string, Switch>> = { c: 'caseSensitive', w: 'wholeWord', r: 'regex' };

export interface SearchBoxActions {
  /** Goes to the next or previous hit. */
  walk(direction: 1 | -1): void;
  /** The box was closed: the list gets the focus back. */
  closed(): void;
}

/** The search box above the list: what to look for, how many rows say it, and the way from one to the next. */
export class SearchBox {
  readonly #root: HTMLElement;
  readonly #search: Search;
  readonly #actions: SearchBoxActions;
  readonly #query: { -readonly [K in keyof BoxQuery]: BoxQuery[K] } = {
    text: '',
    caseSensitive: false,
    wholeWord: false,
    regex: false,
    violationsOnly: false,
  };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, search: Search, actions: SearchBoxActions) {
    this.#root = root;
    this.#search = search;
    this.#actions = actions;
    root.hidden = true;
    root.addEventListener('keydown', (event) => this.#key(event));
  }

  get isOpen(): boolean {
    return !this.#root.hidden;
  }

  open(): void {
    this.#root.hidden = false;
    this.show(0, 0);
    const input = this.#root.querySelector('input');
    input?.focus();
    input?.select();
    if (this.#query.text !== '' || this.#query.violationsOnly) this.#start();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#root.hidden = true;
    this.#actions.closed();
  }

  /** Searches again: the journal has changed. */
  again(): void {
    if (this.isOpen) this.#start();
  }

  /** Draws the box for a cursor row and the number of rows there are. */
  show(cursor: number, rows: number): void {
    if (!this.isOpen) return;
    render(
      html`<input
          type="text"
          placeholder="Search in all events"
          title="Words, and filters: ${FILTER_HINT}"
          aria-description="Filters: ${FILTER_HINT}"
          aria-label="Search in all events"
          spellcheck="false"
          maxlength="1000"
          aria-invalid=${this.#search.message === null ? 'false' : 'true'}
          .value=${this.#query.text}
          @input=${(event: Event) => this.#typed(event)}
        />
        ${SWITCHES.map(({ name, icon, label }) => this.#switchView(name, icon, label))}
        <span class="search-count" role="status">${this.#countView(cursor, rows)}</span>
        ${button('arrow-up', 'Previous match (Shift+Enter)', () => this.#actions.walk(-1))}
        ${button('arrow-down', 'Next match (Enter)', () => this.#actions.walk(1))}
        ${button('close', 'Close (Escape)', () => this.close())}`,
      this.#root,
    );
  }

  #switchView(name: Switch, icon: string, label: string): TemplateResult {
    return html`<button
      type="button"
      class="search-button"
      title=${label}
      aria-label=${label}
      aria-pressed=${this.#query[name] ? 'true' : 'false'}
      @click=${() => this.#toggle(name)}
    >
      <span class="codicon codicon-${icon}" aria-hidden="true"></span>
    </button>`;
  }

  #countView(cursor: number, rows: number): TemplateResult | string | typeof nothing {
    const { hits, message, running, searched, isFull } = this.#search;
    if (message !== null) return html`<span class="search-fault" title=${message}>${message}</span>`;
    if (this.#query.text === '' && !this.#query.violationsOnly) return nothing;
    const total = `${count(hits.length)}${isFull ? '+' : ''}`;
    if (running) return `${total} so far, ${rows === 0 ? 0 : Math.floor((searched / rows) * 100)}%`;
    if (hits.length === 0) return 'No results';
    const position = this.#search.positionOf(cursor);
    return position < 0 ? `${total} found` : `${count(position + 1)} of ${total}`;
  }

  #toggle(name: Switch): void {
    this.#query[name] = !this.#query[name];
    this.#start();
  }

  #typed(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.#query.text = event.target.value;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(), TYPING_MILLISECONDS);
  }

  #start(): void {
    clearTimeout(this.#timer);
    void this.#search.start({ ...this.#query });
  }

  /** Escape, Enter, and Alt with C, W and R as in VS Code's own find box. */
  #key(event: KeyboardEvent): void {
    const pressed = event.altKey ? ALT_KEYS[event.key.toLowerCase()] : undefined;
    if (pressed !== undefined) this.#toggle(pressed);
    else if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      this.#actions.walk(event.shiftKey ? -1 : 1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function button(icon: string, label: string, act: () => void): TemplateResult {
  return html`<button type="button" class="search-button" title=${label} aria-label=${label} @click=${act}>
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}
