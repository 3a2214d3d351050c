// What is used of WebAssembly: everywhere the same, and in no type library but that of browsers.

declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
    /** Only a module has it: an object of another kind is none. */
    readonly [Symbol.toStringTag]: string;
  }
  class Memory {
    constructor(pages: { readonly initial: number; readonly maximum: number; readonly shared: true });
    /** One that threads share is of the other kind, which is used the same way. */
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports?: { readonly env: { readonly memory: Memory } });
    readonly exports: object;
  }
}
