// A streamed response ends with a chunk marked final; without one its text is in no replayed message. A stream is
// known to have ended unfinished when its actor goes on to something else, or the journal ends.

import { type Delivery, type Rule, type RuleContext } from './rule.ts';

interface Stream {
  readonly row: number;
  readonly ordinal: number;
  readonly chunks: number;
}

const ENDS_ALL_STREAMS = new Set(['model.request', 'user.message', 'session.stop']);

export class StreamRule implements Rule {
  readonly #open = new Map<string, Stream>();

  constructor(private readonly context: RuleContext) {}

  accept({ fact, row, ordinal, isAstray }: Delivery): void {
    if (!fact.whole) return;
    const { type } = fact;
    if (this.#open.size > 0 && !isAstray && ENDS_ALL_STREAMS.has(type ?? '')) {
      for (const stream of this.#open.values()) this.#unfinished(stream, this.context);
      this.#open.clear();
    }
    if (type !== 'model.response') return;
    const complete = fact.payloadHas('content');
    // Most logs do not stream: nothing is open, and nothing opens.
    if (complete && this.#open.size === 0) return;
    const { event } = fact;
    if (event === undefined) return;
    const key = event.actor.id;
    const stream = this.#open.get(key);
    if (complete) {
      if (stream !== undefined && !isAstray) this.#unfinished(stream, this.context);
      this.#open.delete(key);
    } else if (event.payload['final'] === true) {
      this.#open.delete(key);
    } else if (!isAstray) {
      this.#open.set(key, { row, ordinal, chunks: (stream?.chunks ?? 0) + 1 });
    }
  }

  atEnd(end: RuleContext): void {
    for (const stream of this.#open.values()) this.#unfinished(stream, end);
  }

  #unfinished({ row, ordinal, chunks }: Stream, { losses, report }: RuleContext): void {
    if (losses.explainsFollower(row)) return;
    const { deliveries } = this.context;
    const sequence = deliveries.sequenceOf(ordinal);
    const at = deliveries.placeOf(ordinal, 'payload');
    report(row, { code: 'stream-unfinished', chunks, at, ...(sequence !== undefined && { sequence }) });
  }
}
