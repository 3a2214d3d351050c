import type { Fact } from '../core/fact.ts';
import type { OutlinedEvent } from './outline.ts';

/** A fact as the outline asks for it. One serves all rows: most are asked for their type alone. */
export class OutlinedFact implements OutlinedEvent {
  #fact: Fact | undefined;

  of(fact: Fact): this {
    this.#fact = fact;
    return this;
  }
  get type() {
    return this.#fact?.type;
  }
  get eventId() {
    return this.#fact?.eventId;
  }
  get parentId() {
    return this.#fact?.parentId;
  }
  get isFinal() {
    return this.payloadHas('final') && this.#fact?.event?.payload['final'] === true;
  }
  payloadText(key: string) {
    return this.#fact?.payloadText(key);
  }
  payloadHas(key: string) {
    return this.#fact?.payloadHas(key) ?? false;
  }
}
