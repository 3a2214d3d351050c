// Runs of kernels that another thread may do ahead: asked for and answered in memory that both threads share, as are the
// memories of the kernels. Nobody waits for a thread that has not begun: who needs the rows does the run itself.

import type { Kernel, RunName } from '../core/kernel.ts';

/** Words of a mailbox. */
const STATE = 0;
const FROM = 1;
const TO = 2;
const COUNT = 3;
const NAME = 4;
const WORDS = 16;

const NAMES: readonly RunName[] = ['run', 'scanLines', 'shortenLines'];

/** What a mailbox holds: nothing, a run that nobody has begun, one that the thread is at, its end, or its failure. */
const IDLE = 0;
const ASKED = 1;
const BEGUN = 2;
const DONE = 3;
const FAILED = 4;

/** The first word of the shared memory is a counter that is raised with each run that is asked for. */
const BELL = 0;
const HEAD = 16;

/** A run takes milliseconds. A thread that is at one for so long is gone. */
const PATIENCE_MS = 30_000;

/** Memory for the mailboxes of a number of kernels. */
export function mailboxes(kernels: number): SharedArrayBuffer {
  return new SharedArrayBuffer((HEAD + kernels * WORDS) * Int32Array.BYTES_PER_ELEMENT);
}

/** The kernel with number `position`, whose runs the other thread may do once they have begun. */
export function runningAhead(kernel: Kernel, shared: SharedArrayBuffer, position: number): Kernel {
  const words = new Int32Array(shared);
  const mailbox = HEAD + position * WORDS;
  return {
    ...kernel,
    begin: (name, from, to) => {
      words[mailbox + NAME] = NAMES.indexOf(name);
      words[mailbox + FROM] = from;
      words[mailbox + TO] = to;
      Atomics.store(words, mailbox + STATE, ASKED);
      Atomics.add(words, BELL, 1);
      Atomics.notify(words, BELL);
    },
    run: (from, to) => answer(words, mailbox) ?? kernel.run(from, to),
    scanLines: (from, to) => answer(words, mailbox) ?? kernel.scanLines(from, to),
    shortenLines: (from, to) => answer(words, mailbox) ?? kernel.shortenLines(from, to),
  };
}

/**
 * What a run gave that has begun; undefined where it has not, or has failed, and is taken back.
 * @throws {Error} when the other thread does not end it
 */
function answer(words: Int32Array, mailbox: number): number | undefined {
  if (Atomics.compareExchange(words, mailbox + STATE, ASKED, IDLE) === ASKED) return undefined;
  if (Atomics.wait(words, mailbox + STATE, BEGUN, PATIENCE_MS) === 'timed-out')
    throw new Error('the thread that reads ahead is gone');
  return Atomics.exchange(words, mailbox + STATE, IDLE) === DONE ? words[mailbox + COUNT] : undefined;
}

/** The other side: does the runs that are asked for, for ever. */
export function runAll(kernels: readonly Kernel[], shared: SharedArrayBuffer): never {
  const words = new Int32Array(shared);
  for (;;) {
    const rung = Atomics.load(words, BELL);
    for (const [position, kernel] of kernels.entries()) runOne(kernel, words, HEAD + position * WORDS);
    Atomics.wait(words, BELL, rung);
  }
}

function runOne(kernel: Kernel, words: Int32Array, mailbox: number): void {
  if (Atomics.compareExchange(words, mailbox + STATE, ASKED, BEGUN) !== ASKED) return;
  let state = FAILED;
  try {
    const name = NAMES[words[mailbox + NAME] ?? 0] ?? 'run';
    words[mailbox + COUNT] = kernel[name](words[mailbox + FROM] ?? 0, words[mailbox + TO] ?? 0);
    state = DONE;
  } finally {
    Atomics.store(words, mailbox + STATE, state);
    Atomics.notify(words, mailbox + STATE);
  }
}
