import type { JsonValue } from '../json/value.ts';
import { writeJson } from '../json/write.ts';
import type { TraceEvent } from '../schema.ts';

/**
 * A projection as a fold over events. The state is plain data that can be serialised; `version` grows when the same
 * events would give another state. `apply` may change the state it is given, which belongs to the fold, and nothing
 * else: the same events give the same state.
 */
export interface Reducer<State> {
  readonly name: string;
  readonly version: number;
  initial(): State;
  apply(state: State, event: TraceEvent): void;
}

/**
 * A payload value as text. Strings are themselves, also the empty one; what is no string is shown as compact JSON, an
 * absent value as nothing.
 */
export function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : writeJson(value);
}
