import { nothing, render } from 'lit';
import type { PageApi, PageEvents, PageState } from '../protocol.ts';
import { Channel, RemoteError, type Port } from '../rpc.ts';
import { bannersView } from './banner.ts';
import { DetailsPane } from './details.ts';
import { DetailsLoader } from './detailsLoader.ts';
import { headerView } from './header.ts';
import { drawLayout, type Layout } from './layout.ts';
import { EndFollower } from './endFollower.ts';
import { EventList } from './list.ts';
import { RowPages } from './pages.ts';
import { Search } from './search.ts';
import { SearchBox } from './searchBox.ts';
import { Splitter } from './splitter.ts';
import { noticeView } from './states.ts';
import { oncePerFrame, throttled } from './throttle.ts';
import { viewOf, type View } from './view.ts';
import type { Memory } from './vscodeApi.ts';

/** How often at most the host hears of a moving cursor. */
const MOVE_MILLISECONDS = 80;
const COPIED_MILLISECONDS = 1500;

/** Where the cursor is moved from; the host is told of the moves made here. */
type Origin = 'here' | 'elsewhere';

/**
 * The editor page: holds the newest state and the cursor, and lets each part draw its share of them. The cursor moves
 * here at once and the host hears of it; the host moves it by growing `revealRequest`, and by nothing else, so that a
 * snapshot on its way cannot pull the cursor back.
 */
export class EditorPage {
  readonly #layout: Layout;
  readonly #channel: Channel<object, PageApi, PageEvents, object>;
  readonly #pages: RowPages;
  readonly #list: EventList;
  readonly #details: DetailsPane;
  readonly #loader: DetailsLoader;
  readonly #search: Search;
  readonly #searchBox: SearchBox;
  #state: PageState | null = null;
  #cursor = 0;
  /** The file was read to its end: rows that come now were appended. */
  #wasRead = false;
  /** The newest state that was pushed, until it is taken; and whether rows have come that are not drawn yet. */
  #pushed: PageState | null = null;
  #haveRowsCome = false;
  /** The row whose whole text the person asked for; its next move forgets it. */
  #wholeRow: number | null = null;
  #copied = false;

  constructor(root: HTMLElement, port: Port, memory: Memory) {
    this.#layout = drawLayout(root);
    this.#channel = new Channel<object, PageApi, PageEvents, object>(
      port,
      {},
      {
        state: (state) => {
          this.#pushed = state;
          this.#drawSoon();
        },
      },
    );
    this.#pages = new RowPages(
      (from, count, signal) => this.#channel.call('rows', { from, count }, signal),
      () => {
        this.#haveRowsCome = true;
        this.#drawSoon();
      },
    );
    this.#list = new EventList(this.#layout.list, {
      row: (row) => this.#pages.row(row),
      hasFailed: (row) => this.#pages.hasFailed(row),
      onRange: (range) => this.#pages.want(range, this.#follower.isOnTheWay),
      onMove: (row) => this.#moveTo(row, 'here'),
      onEnter: () => this.#details.focus(),
    });
    this.#details = new DetailsPane(this.#layout.details, {
      goToLine: (line) => void this.#goToLine(line),
      showAll: (row) => {
        this.#wholeRow = row;
        this.#loadDetails(row);
      },
      branchFrom: (row) => this.#tell('branchFrom', { row }),
      followBranch: (row) => this.#tell('followBranch', { row }),
      leave: () => this.#list.focus(),
    });
    this.#loader = new DetailsLoader(
      (row, from, signal) => this.#channel.call('details', { row, from }, signal),
      {
        onWait: () => this.#details.wait(),
        onShow: (shown) => this.#details.show(shown),
        onFailure: (message) => this.#details.fail(message),
      },
    );
    this.#search = new Search(
      (query, from, limit, signal) => this.#channel.call('search', { query, from, limit }, signal),
      () => this.#showSearch(),
    );
    this.#searchBox = new SearchBox(this.#layout.search, this.#search, {
      walk: (direction) => this.#walkHits(direction),
      closed: () => this.#list.focus(),
    });
    root.addEventListener('keydown', (event) => this.#pageKey(event));
    new Splitter(this.#layout.journal, this.#layout.bar, memory);
    // VS Code gives focus to the page as a whole when its tab is chosen; the list is where keys belong.
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.#list.focus();
    });
  }

  /** Asks the host for the first state. */
  start(): void {
    this.#show(null);
    this.#tell('ready', {});
  }

  /** Draws what has come since the last frame, once. */
  readonly #drawSoon = oncePerFrame(() => {
    const state = this.#pushed;
    this.#pushed = null;
    if (state !== null) this.#take(state);
    if (!this.#haveRowsCome) return;
    this.#haveRowsCome = false;
    this.#list.refresh();
    this.#follower.arrived();
  });

  #take(state: PageState): void {
    const previous = this.#state;
    this.#state = state;
    const { snapshot } = state;
    const isNewGeneration = snapshot.generation !== previous?.snapshot.generation;
    this.#show(viewOf(state));
    // While it reads on, nothing is told of the end yet.
    const bytes = snapshot.state.kind === 'reading' ? -1 : snapshot.bytes;
    const before = previous?.snapshot;
    const rowsBefore = before?.rows ?? 0;
    const isRevealed = rowsBefore === 0 || state.revealRequest > (previous?.revealRequest ?? 0);
    const last = Math.max(0, snapshot.rows - 1);
    const isAtEnd = this.#follower.isOnTheWay || this.#cursor === rowsBefore - 1;
    const hasGrown = rowsBefore > 0 && snapshot.rows > rowsBefore;
    const follows = this.#wasRead && isAtEnd && hasGrown && !isRevealed;
    if (snapshot.rows < rowsBefore) this.#follower.stop();
    else if (follows) this.#follower.wish(last);
    this.#pages.update(snapshot.generation, snapshot.rows, bytes);
    this.#list.update(snapshot.rows, snapshot.replayStop?.row ?? null);
    if (isRevealed) this.#moveTo(Math.min(state.cursor, last), 'elsewhere');
    else if (follows) this.#follower.start();
    else if (this.#cursor > last) this.#moveTo(last, 'elsewhere');
    else if (isNewGeneration) this.#loadDetails(this.#cursor);
    else if (snapshot.bytes !== before?.bytes && this.#cursor === rowsBefore - 1) {
      this.#loadDetails(this.#cursor);
    }
    if (snapshot.state.kind !== 'reading') {
      if (isNewGeneration) this.#searchBox.again();
      else if (hasGrown || before?.state.kind === 'reading') void this.#search.goOn();
    }
    this.#wasRead = snapshot.state.kind === 'ready' || (this.#wasRead && !isNewGeneration);
    if (isRevealed && document.hasFocus()) this.#list.focus();
  }

  /** Draws everything around the list for the newest state; `view` is null before the first. */
  #show(view: View | null): void {
    const { header, banners, journal, notice } = this.#layout;
    const isJournal = view === 'journal';
    for (const part of [header, banners, journal]) part.hidden = !isJournal;
    notice.hidden = view === null || isJournal;
    if (view === null || !this.#state) return;
    if (!isJournal) {
      render(noticeView(view, this.#state, this.#buttons), notice);
      return;
    }
    render(nothing, notice);
    render(headerView(this.#state, this.#copied, this.#buttons), header);
    render(bannersView(this.#state, this.#buttons), banners);
  }

  readonly #buttons = {
    nextProblem: () => void this.#nextProblem(),
    copyFingerprint: () => void this.#copyFingerprint(),
    openAsText: () => this.#tell('openAsText', {}),
    readAgain: () => this.#tell('readAgain', {}),
    openSearch: () => this.#searchBox.open(),
    goToRow: (row: number) => this.#goTo(row),
    followBranch: (row: number | null) => this.#tell('followBranch', { row }),
    openRelated: (index: number) => this.#tell('openRelated', { index }),
    openInherited: () => this.#tell('openInherited', {}),
    openSibling: () => this.#tell('openSibling', {}),
  };

  readonly #report = throttled(MOVE_MILLISECONDS, (row: number) => this.#tell('moveCursor', { row }));
  readonly #loadSoon = throttled(MOVE_MILLISECONDS, (row: number) => this.#loadDetails(row));

  /** Puts the cursor on a row, by the person or by the host. */
  #moveTo(row: number, origin: Origin): void {
    this.#cursor = row;
    this.#wholeRow = null;
    if (this.#follower.isOnTheWay) {
      this.#follower.stop();
      this.#list.refresh(); // the view stays: its rows are asked for anew
    }
    if (origin === 'elsewhere') this.#list.setCursor(row, 'elsewhere');
    else this.#report(row);
    this.#loadSoon(row);
    this.#showSearch();
  }

  readonly #follower = new EndFollower({
    prepare: (row) => this.#pages.prepare({ first: Math.max(0, row - this.#list.rowsInView), end: row + 1 }),
    go: (row) => {
      this.#list.setCursor(row, 'here');
      this.#moveTo(row, 'here');
    },
  });

  /** A jump by a button of the page: the row may be far from what is on show. */
  #goTo(row: number): void {
    this.#list.setCursor(row, 'elsewhere');
    this.#moveTo(row, 'here');
    this.#list.focus();
  }

  #loadDetails(row: number): void {
    const snapshot = this.#state?.snapshot;
    if (snapshot && row < snapshot.rows)
      void this.#loader.load(row, snapshot.generation, row === this.#wholeRow);
  }

  #showSearch(): void {
    this.#searchBox.show(this.#cursor, this.#state?.snapshot.rows ?? 0);
  }

  /** Goes to the next or previous hit; the focus stays in the box. */
  #walkHits(direction: 1 | -1): void {
    const row = this.#search.hitFrom(this.#cursor, direction);
    if (row === null) return;
    this.#list.setCursor(row, 'elsewhere');
    this.#moveTo(row, 'here');
  }

  /** Keys that mean the same wherever the focus is: the search opens, and its hits are walked. */
  #pageKey(event: KeyboardEvent): void {
    if (event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') this.#searchBox.open();
    else if (event.key === 'F3') this.#walkHits(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async #nextProblem(): Promise<void> {
    const row = await this.#ask('nextProblem', { row: this.#cursor, direction: 1 });
    if (row !== undefined && row !== null) this.#goTo(row);
  }

  async #goToLine(line: number): Promise<void> {
    const row = await this.#ask('rowAtLine', { line });
    if (row !== undefined && row !== null) this.#goTo(row);
  }

  async #copyFingerprint(): Promise<void> {
    if ((await this.#ask('copyFingerprint', {})) === undefined) return;
    this.#announce('Fingerprint copied');
    this.#setCopied(true);
    setTimeout(() => this.#setCopied(false), COPIED_MILLISECONDS);
  }

  #setCopied(copied: boolean): void {
    this.#copied = copied;
    if (this.#state) this.#show(viewOf(this.#state));
  }

  #announce(message: string): void {
    this.#layout.announcer.textContent = message;
  }

  /** Calls the host for an answer; undefined when it gave none, which is said aloud. */
  async #ask<K extends keyof PageApi>(
    method: K,
    params: Parameters<PageApi[K]>[0],
  ): Promise<ReturnType<PageApi[K]> | undefined> {
    try {
      return await this.#channel.call(method, params);
    } catch (error) {
      if (error instanceof RemoteError && error.reason === 'failed') this.#announce(error.message);
      return undefined;
    }
  }

  /** Calls the host and waits for nothing. */
  #tell<K extends keyof PageApi>(method: K, params: Parameters<PageApi[K]>[0]): void {
    void this.#ask(method, params);
  }
}
