/** The fixed places of the page; each is drawn by its own part. */
export interface Layout {
  readonly header: HTMLElement;
  readonly banners: HTMLElement;
  /** Holds the list, the bar and the details. */
  readonly journal: HTMLElement;
  readonly search: HTMLElement;
  readonly list: HTMLElement;
  readonly bar: HTMLElement;
  readonly details: HTMLElement;
  /** Stands instead of all the others when there is no journal to show. */
  readonly notice: HTMLElement;
  /** A screen reader speaks what is put here. */
  readonly announcer: HTMLElement;
}

const CAPTIONS = ['', '#', 'Event', 'Actor', 'Summary', 'Time'] as const;
const CAPTION_CLASSES = ['mark', 'sequence', 'type', 'actor', 'summary', 'time'] as const;

function place(
  tag: string,
  className: string,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Captions of the columns. Hidden from screen readers: each row names its own parts. */
function captions(): HTMLElement {
  const row = place('div', 'captions', { 'aria-hidden': 'true' });
  CAPTIONS.forEach((text, i) => {
    const caption = place('span', CAPTION_CLASSES[i] ?? '');
    caption.textContent = text;
    row.append(caption);
  });
  return row;
}

/** Puts the fixed places into `root`. Nothing is shown until a state arrives. */
export function drawLayout(root: HTMLElement): Layout {
  const layout: Layout = {
    header: place('header', 'header'),
    banners: place('div', 'banners'),
    journal: place('main', 'journal'),
    search: place('div', 'search', { role: 'search' }),
    list: place('div', 'list', { id: 'list', role: 'listbox', tabindex: '0', 'aria-label': 'Events' }),
    bar: place('div', 'bar', {
      role: 'separator',
      tabindex: '0',
      'aria-label': 'Size of the details',
      'aria-controls': 'details',
      title: 'Drag or use the arrow keys to resize. Double-click to reset.',
    }),
    details: place('section', 'details', {
      id: 'details',
      tabindex: '0',
      'aria-label': 'Details of the event',
    }),
    notice: place('main', 'notice'),
    announcer: place('div', 'visually-hidden', { role: 'status' }),
  };
  const listColumn = place('div', 'list-column');
  listColumn.append(layout.search, captions(), layout.list);
  layout.journal.append(listColumn, layout.bar, layout.details);
  root.append(layout.header, layout.banners, layout.journal, layout.notice, layout.announcer);
  return layout;
}
