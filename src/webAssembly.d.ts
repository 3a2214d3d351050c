// What is used of WebAssembly: everywhere the same, and in no type library but that of browsers.

declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
    /** Only a module has it: an object of another kind is none. */
    readonly [Symbol.toStringTag]: string;
  }
  class Memory {
    private constructor();
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    constructor(module: Module);
    readonly exports: object;
  }
}
