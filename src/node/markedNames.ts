import { Buffer } from 'node:buffer';
import type { Kernel } from '../core/kernel.ts';
import type { Unread } from '../formats/passages.ts';

/**
 * Tells a kernel the members whose texts are only passed on, wherever they stand in a record, and those that are not read.
 * @throws {RangeError} when there is no room for them
 */
export function tellNames(kernel: Kernel, passedOn: readonly string[], unread: Unread): void {
  for (const name of passedOn) told(kernel.passOn(...keyIn(kernel, name)), name);
  for (const [inside, names] of Object.entries(unread)) {
    const [at, length] = inside === '' ? [0, 0] : keyIn(kernel, inside);
    for (const name of names) told(kernel.leaveOut(...keyIn(kernel, name), at, length), name);
  }
}

/** Position and length of a key in the kernel's memory. */
function keyIn(kernel: Kernel, name: string): [at: number, length: number] {
  const key = Buffer.from(JSON.stringify(name));
  const at = kernel.reserve(key.length);
  told(at, name);
  new Uint8Array(kernel.memory.buffer).set(key, at);
  return [at, key.length];
}

function told(isRoom: number, name: string): void {
  if (isRoom === 0) throw new RangeError(`no room for ${name}`);
}
