/** What a kernel does with the lines of its input. */
export type RunName = 'run' | 'scanLines' | 'shortenLines';

/** What the kernel in `src/assembly` exports. All positions are bytes in its memory, all lengths bytes. */
export interface Kernel {
  readonly memory: WebAssembly.Memory;
  start(): void;
  inputAt(): number;
  inputSize(): number;
  /** Room of the same size as the input. */
  outputAt(): number;
  rowsAt(): number;
  reserve(size: number): number;
  setName(name: number, at: number, length: number): void;
  learn(
    member: number,
    at: number,
    length: number,
    canonicalAt: number,
    canonicalLength: number,
    id: number,
  ): number;
  /** Reads lines as events into rows; how many. */
  run(from: number, to: number): number;
  /** Reads lines as objects of any kind into rows; how many. */
  scanLines(from: number, to: number): number;
  /** Writes lines as {@link Kernel.shorten} does into rows; how many. */
  shortenLines(from: number, to: number): number;
  /** Begins what one of these will be asked for next, where another thread may do it. */
  begin?(name: RunName, from: number, to: number): void;
  /** Writes a UTF-16LE text in UTF-8 as it stands in JSON; its end. */
  escape(from: number, to: number, at: number): number;
  /** Lower halves of surrogate pairs by themselves that {@link Kernel.escape} has met so far. */
  halves(): number;
  /** Tells a key, quotes included, of a member whose text is only passed on; 0 where it is one too many. */
  passOn(at: number, length: number): number;
  /** Tells a key of a member of a record, or of its member `inside`, that is not read; 0 where it is one too many. */
  leaveOut(at: number, length: number, inside: number, insideLength: number): number;
  /** Writes a JSON text with marks in place of the long texts of such members, numbered on, without the latter; its end. */
  shorten(from: number, to: number, at: number): number;
  /** Where the texts with marks lie: begin and end of each, 32 bits. */
  passagesAt(): number;
  /** How many there are. */
  passages(): number;
  /** Begins with the mark of that number. */
  forget(mark: number): void;
  /** Writes a UTF-8 text with one byte per character; its end, 0 where that does not do. */
  narrow(from: number, to: number, at: number): number;
  /** Writes a UTF-8 text as UTF-16LE; its end, 0 where it is ill-formed. */
  widen(from: number, to: number, at: number): number;
  /** UTF-16 length of a well-formed UTF-8 text. */
  units(from: number, to: number): number;
}

const FUNCTIONS = [
  'start',
  'inputAt',
  'inputSize',
  'outputAt',
  'rowsAt',
  'reserve',
  'setName',
  'learn',
  'run',
  'scanLines',
  'shortenLines',
  'escape',
  'halves',
  'passOn',
  'leaveOut',
  'shorten',
  'passagesAt',
  'passages',
  'forget',
  'narrow',
  'widen',
  'units',
] as const satisfies readonly (keyof Kernel)[];

function isKernel(exports: object): exports is Kernel {
  const members: Record<string, unknown> = { ...exports };
  return (
    members['memory'] instanceof WebAssembly.Memory &&
    FUNCTIONS.every((name) => typeof members[name] === 'function')
  );
}

/** Pages of the memory that two threads share, see `src/assembly/shared.json`. */
const SHARED_PAGES = 544;

/** Memory for a kernel whose module is compiled for memory that threads share. */
export function sharedMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: SHARED_PAGES, maximum: SHARED_PAGES, shared: true });
}

/**
 * A kernel with memory of its own, or with the one it is given where it is compiled for that.
 * @throws {TypeError} when the module is another one.
 */
export function openKernel(module: WebAssembly.Module, memory?: WebAssembly.Memory): Kernel {
  const { exports } = new WebAssembly.Instance(module, memory && { env: { memory } });
  if (!isKernel(exports)) throw new TypeError('not the kernel of plain records');
  return exports;
}
