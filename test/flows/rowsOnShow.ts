// The rows of the list as they stand on the page, held against a journal whose events are those of `eventOf`.
import assert from 'node:assert/strict';
import { eventOf } from '../bench/journals.mjs';
import { eventually } from './gestures.ts';
import type { Journal } from './journal.ts';

/** A row by what tells it from its neighbours. */
export interface ShownRow {
  readonly row: number;
  readonly sequence: string;
  readonly type: string;
  readonly time: string;
}

// What is evaluated in the page; this project has no types of a browser here.
interface PageElement {
  readonly innerText: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
}

/** The rows that exist on the page, those a little out of view too. */
export async function rowsOnShow(journal: Journal): Promise<ShownRow[]> {
  return journal.page.locator('.row').evaluateAll((rows: PageElement[]) =>
    rows.map((row) => ({
      row: Number(row.getAttribute('data-row')),
      sequence: row.querySelector('.sequence')?.innerText.trim() ?? '',
      type: row.querySelector('.type')?.innerText.trim() ?? '',
      time: row.querySelector('.time')?.innerText.trim() ?? '',
    })),
  );
}

/** Waits until the rows on show are consecutive and each is the event of its number, and gives them. */
export async function eventsOnShow(journal: Journal): Promise<ShownRow[]> {
  return eventually(async () => {
    const rows = await rowsOnShow(journal);
    assert.notEqual(rows.length, 0);
    const first = rows[0]?.row ?? 0;
    assert.deepEqual(
      rows,
      rows.map((_, i) => expectedRow(first + i)),
    );
    return rows;
  });
}

function expectedRow(row: number): ShownRow {
  const { type, timestamp } = eventOf(row, '');
  return { row, sequence: String(row), type, time: timestamp.slice(11, 23) };
}

/** How many rows the list has, and which one has the cursor, at one moment. */
export async function listState(
  journal: Journal,
): Promise<{ readonly rows: number; readonly cursor: number }> {
  // Of the list as a whole: a row that was looked for first might be another one's by then.
  return journal.page.locator('.list').evaluate((list: PageElement) => {
    const row = list.querySelector('.row.cursor');
    return {
      rows: Number(row?.getAttribute('aria-setsize')),
      cursor: Number(row?.getAttribute('data-row')),
    };
  });
}
