// The tokens of one record, as in the TypeScript scanner: in text order, containers with the index after their last
// descendant, objects alternating key and value.

import { MAX_TOKENS, TOKEN, TOKENS } from './memory';

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

/** Where the tokens of the record lie, and how many more there is room for. */
let first: u32 = TOKENS;
export let room: u32 = MAX_TOKENS;

/** The tokens of the next record come first. */
export function rewind(): void {
  first = TOKENS;
  room = MAX_TOKENS;
}

/** Keeps the tokens of a record: those of the next one come behind them. */
export function keep(tokens: u32): void {
  first += tokens * TOKEN;
  room -= tokens;
}

export function firstAt(): u32 {
  return first;
}

export function kindAt(token: u32): u32 {
  return load<u32>(first + token * TOKEN) & 255;
}

export function flagsAt(token: u32): u32 {
  return load<u32>(first + token * TOKEN);
}

export function startAt(token: u32): u32 {
  return load<u32>(first + token * TOKEN, 4);
}

export function endAt(token: u32): u32 {
  return load<u32>(first + token * TOKEN, 8);
}

export function nextAt(token: u32): u32 {
  return load<u32>(first + token * TOKEN, 12);
}

export function put(token: u32, kind: u32, start: u32, end: u32): void {
  const at = first + token * TOKEN;
  store<u32>(at, kind);
  store<u32>(at, start, 4);
  store<u32>(at, end, 8);
  store<u32>(at, token + 1, 12);
}

export function close(token: u32, end: u32, next: u32): void {
  store<u32>(first + token * TOKEN, end, 8);
  store<u32>(first + token * TOKEN, next, 12);
}
