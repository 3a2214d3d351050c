// Canonical bytes of events by the kernels: one writes the events as lines, another reads those as it reads a journal.

import type { Decoded, Plain } from '../core/decoded.ts';
import type { PrefixFingerprints } from '../core/fingerprint.ts';
import { ByteWriter } from '../core/json/byteWriter.ts';
import { isEncodable, writeCanonical } from '../core/json/canonical.ts';
import { openKernel } from '../core/kernel.ts';
import { StreamDecoder } from '../core/plain.ts';
import type { TraceEvent } from '../core/schema.ts';
import type { CanonicalPass, NewCanonicalPass } from '../engine/canonicalPass.ts';
import type { Unread } from '../formats/passages.ts';
import { trace01 } from '../formats/trace01.ts';
import { EventLines } from './eventLines.ts';
import { MarkedText } from './markedText.ts';

/** Passes with the kernel of a module; undefined without one. */
export function canonicalPasses(module: WebAssembly.Module | undefined): NewCanonicalPass | undefined {
  return module && ((passedOn, unread) => new KernelPass(module, passedOn, unread));
}

class KernelPass implements CanonicalPass {
  readonly reader: MarkedText;
  readonly #lines: EventLines;
  readonly #stream: StreamDecoder;
  readonly #writer = new ByteWriter();

  constructor(module: WebAssembly.Module, passedOn: readonly string[], unread: Unread) {
    this.reader = new MarkedText(module, passedOn, unread);
    this.#lines = new EventLines(module, this.reader);
    this.#stream = new StreamDecoder(trace01.lane(openKernel(module)));
  }

  add(event: TraceEvent, prefixes: PrefixFingerprints): void {
    if (this.#lines.add(event)) this.flush(prefixes);
  }

  flush(prefixes: PrefixFingerprints): void {
    for (const piece of this.#lines.take()) {
      for (const item of this.#stream.push(piece)) this.#addTo(prefixes, item);
    }
  }

  #addTo(prefixes: PrefixFingerprints, item: Decoded | Plain): void {
    if (item.kind === 'plain') {
      prefixes.addStaying(item);
      if (item.isLast) prefixes.settle();
    } else if (item.kind !== 'record') prefixes.add(undefined);
    else {
      const { text, tape } = item.record;
      this.#writer.clear();
      writeCanonical(text.bytes, tape, 0, this.#writer);
      const canonical = this.#writer.bytes();
      prefixes.add(isEncodable(tape, canonical) ? canonical : undefined);
    }
  }
}
