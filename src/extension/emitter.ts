import { onDispose, type Disposable } from './disposables.ts';

/** Subscribes a listener; shaped so that `vscode.Event` fits it too. */
export type Event<T> = (listener: (value: T) => unknown) => Disposable;

/** A list of listeners, without VS Code, so that what is built on it can be tested anywhere. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => unknown>();

  readonly event: Event<T> = (listener) => {
    // Wrapped, so that the same function subscribed twice is two subscriptions.
    const entry = (value: T) => listener(value);
    this.#listeners.add(entry);
    return onDispose(() => this.#listeners.delete(entry));
  };

  /** Calls those who listen now, in order. */
  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
