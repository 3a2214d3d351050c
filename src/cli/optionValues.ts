// Values of options, checked while they are read.

import { InvalidArgumentError } from 'commander';
import { traceEvent, type TraceEvent } from '../core/schema.ts';
import { isRfc3339 } from '../core/timestamp.ts';

/** A time as RFC 3339 has it. */
export function timeFrom(text: string): string {
  if (!isRfc3339(text)) throw new InvalidArgumentError('a time is written like 2026-08-10T00:00:05Z.');
  return text;
}

/** An actor written as `kind:id`; the id may hold colons. */
export function actorFrom(text: string): TraceEvent['actor'] {
  const colon = text.indexOf(':');
  const { actor } = traceEvent.shape;
  const parsed = actor.safeParse({ kind: text.slice(0, Math.max(0, colon)), id: text.slice(colon + 1) });
  if (parsed.success) return parsed.data;
  const kinds = actor.shape.kind.options.join(', ');
  throw new InvalidArgumentError(`an actor is written kind:id; kinds are ${kinds}.`);
}
