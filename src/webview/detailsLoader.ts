import { RemoteError } from '../rpc.ts';
import type { ShownDetails } from './details.ts';

type Answer = Pick<ShownDetails, 'details' | 'violations'>;

/** Asks for one row, and for its text from a character on. */
export type FetchDetails = (row: number, from: number, signal: AbortSignal) => Promise<Answer>;

/** What becomes of a request; a request given up for another ends in none of them. */
export interface DetailsOutcome {
  onWait(): void;
  onShow(shown: ShownDetails): void;
  onFailure(message: string): void;
}

/** A longer text is not shown whole: a page that holds it would hang. */
const LONGEST = 4_000_000;

/** A shorter wait is not worth showing. */
const WAIT_MILLISECONDS = 200;

/** Fetches the details of the row under the cursor: one request at a time, the newest wins. */
export class DetailsLoader {
  readonly #fetch: FetchDetails;
  readonly #outcome: DetailsOutcome;
  #running: AbortController | null = null;

  constructor(fetch: FetchDetails, outcome: DetailsOutcome) {
    this.#fetch = fetch;
    this.#outcome = outcome;
  }

  /** Loads a row of a generation. An answer of another generation is dropped: a newer snapshot is on its way. */
  async load(row: number, generation: number, full: boolean): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const waiting = setTimeout(() => this.#outcome.onWait(), WAIT_MILLISECONDS);
    try {
      let { details, violations } = await this.#fetch(row, 0, running.signal);
      const isCurrent = () => !running.signal.aborted && details.generation === generation;
      const texts = [details.text];
      let length = details.text.length;
      // The rest comes in messages of a size that neither side chokes on.
      while (full && isCurrent() && details.fullLength !== null && length < LONGEST) {
        ({ details, violations } = await this.#fetch(row, length, running.signal));
        if (details.text === '') break;
        texts.push(details.text);
        length += details.text.length;
      }
      if (isCurrent()) {
        this.#outcome.onShow({ details: { ...details, text: texts.join('') }, violations, isAll: full });
      }
    } catch (error) {
      if (!running.signal.aborted && !RemoteError.isAbort(error)) this.#outcome.onFailure(wordsOf(error));
    } finally {
      clearTimeout(waiting);
    }
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
