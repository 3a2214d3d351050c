/** What the kernel in `src/assembly` exports. All positions are bytes in its memory, all lengths bytes. */
export interface Kernel {
  readonly memory: WebAssembly.Memory;
  start(): void;
  inputAt(): number;
  inputSize(): number;
  rowsAt(): number;
  consumedTo(): number;
  tokensAt(): number;
  tokens(): number;
  flags(): number;
  nextLine(from: number, to: number): number;
  lineTo(): number;
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
  run(from: number, to: number): number;
}

const FUNCTIONS = [
  'start',
  'inputAt',
  'inputSize',
  'rowsAt',
  'consumedTo',
  'tokensAt',
  'tokens',
  'flags',
  'nextLine',
  'lineTo',
  'reserve',
  'setName',
  'learn',
  'run',
] as const satisfies readonly (keyof Kernel)[];

function isKernel(exports: object): exports is Kernel {
  const members: Record<string, unknown> = { ...exports };
  return (
    members['memory'] instanceof WebAssembly.Memory &&
    FUNCTIONS.every((name) => typeof members[name] === 'function')
  );
}

/**
 * A kernel with memory of its own.
 * @throws {TypeError} when the module is another one.
 */
export function openKernel(module: WebAssembly.Module): Kernel {
  const { exports } = new WebAssembly.Instance(module);
  if (!isKernel(exports)) throw new TypeError('not the kernel of plain records');
  return exports;
}
