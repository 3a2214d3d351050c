import { RemoteError } from '../rpc.ts';
import type { ShownDetails } from './details.ts';

type Answer = Pick<ShownDetails, 'details' | 'violations'>;

/** Asks for one row; `full` for the whole of its text. */
export type FetchDetails = (row: number, full: boolean, signal: AbortSignal) => Promise<Answer>;

/** What becomes of a request; a request given up for another ends in none of them. */
export interface DetailsOutcome {
  onWait(): void;
  onShow(shown: ShownDetails): void;
  onFailure(message: string): void;
}

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
      const { details, violations } = await this.#fetch(row, full, running.signal);
      if (running.signal.aborted || details.generation !== generation) return;
      this.#outcome.onShow({ details, violations, isAll: full });
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
