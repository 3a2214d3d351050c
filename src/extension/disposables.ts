/** Something to be given back. */
export interface Disposable {
  dispose(): void;
}

/**
 * Holds what must be disposed together. Disposes in reverse order, once; what is added afterwards is disposed at
 * once, so that a late answer cannot leak a listener.
 */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];
  #disposed = false;

  get disposed(): boolean {
    return this.#disposed;
  }

  /** Takes charge of `item` and hands it back. */
  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const item of this.#items.splice(0).reverse()) item.dispose();
  }
}

/** A disposable made of a function that runs at most once. */
export function onDispose(run: () => void): Disposable {
  let done = false;
  return {
    dispose: () => {
      if (done) return;
      done = true;
      run();
    },
  };
}
