// The tokens of one record, as in the TypeScript scanner: in text order, containers with the index after their last
// descendant, objects alternating key and value.

import { TOKEN, TOKENS } from './memory';

export const OBJECT: u32 = 1;
export const ARRAY: u32 = 2;
export const STRING: u32 = 3;
export const NUMBER: u32 = 4;
export const LITERAL: u32 = 5;

/** Flags stand above the kind. The first ones are those of the TypeScript tape. */
export const ESCAPED: u32 = 1 << 8;
export const FLOAT: u32 = 4 << 8;
export const LONG_INTEGER: u32 = 8 << 8;
/** A string whose canonical form has other bytes. */
export const REWRITTEN: u32 = 1 << 16;
/** A number whose canonical form may have other bytes. */
export const ODD: u32 = 1 << 17;

export function kindAt(token: u32): u32 {
  return load<u32>(TOKENS + token * TOKEN) & 255;
}

export function flagsAt(token: u32): u32 {
  return load<u32>(TOKENS + token * TOKEN);
}

export function startAt(token: u32): u32 {
  return load<u32>(TOKENS + token * TOKEN, 4);
}

export function endAt(token: u32): u32 {
  return load<u32>(TOKENS + token * TOKEN, 8);
}

export function nextAt(token: u32): u32 {
  return load<u32>(TOKENS + token * TOKEN, 12);
}

export function put(token: u32, kind: u32, start: u32, end: u32): void {
  const at = TOKENS + token * TOKEN;
  store<u32>(at, kind);
  store<u32>(at, start, 4);
  store<u32>(at, end, 8);
  store<u32>(at, token + 1, 12);
}

export function close(token: u32, end: u32, next: u32): void {
  store<u32>(TOKENS + token * TOKEN, end, 8);
  store<u32>(TOKENS + token * TOKEN, next, 12);
}
