import type { Port } from '../../src/rpc.ts';

/** The wire between two ends: posts are delivered in order, each as its own plain data, a moment later. */
export class Wire {
  readonly posted: unknown[] = [];
  #receivers: ((message: unknown) => void)[] = [];

  /** One end; `other` is the number of the end that it talks to. */
  port(own: number, other: number): Port {
    return {
      post: (message) => {
        this.posted.push(message);
        const copy: unknown = structuredClone(message);
        setImmediate(() => this.deliver(other, copy));
      },
      receive: (handler) => (this.#receivers[own] = handler),
    };
  }

  deliver(end: number, message: unknown): void {
    this.#receivers[end]?.(message);
  }
}
