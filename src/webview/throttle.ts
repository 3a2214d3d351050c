/**
 * Passes values on at most once per `milliseconds`: the first at once, then always the newest, never losing the last.
 */
export function throttled<T>(milliseconds: number, pass: (value: T) => void): (value: T) => void {
  let waiting: { value: T } | null = null;
  let resting = false;
  const rest = (): void => {
    resting = true;
    setTimeout(() => {
      resting = false;
      if (!waiting) return;
      const { value } = waiting;
      waiting = null;
      rest();
      pass(value);
    }, milliseconds);
  };
  return (value) => {
    if (resting) {
      waiting = { value };
      return;
    }
    rest();
    pass(value);
  };
}

/** Does `work` once in the next frame, however often it is asked for until then. */
export function oncePerFrame(work: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      work();
    });
  };
}
