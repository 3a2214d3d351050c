// Where everything lies in the kernel's memory. The caller reads and writes these regions directly.

/** Bytes that may be loaded behind the end of a region: sixteen are looked at together. */
export const SLACK: u32 = 64;

/** Most tokens and rows of one call, and the depth of a record; what has more of them is not plain. */
export const MAX_TOKENS: u32 = 1 << 16;
export const MAX_ROWS: u32 = 1 << 12;
export const MAX_DEPTH: u32 = 48;
/** Members of an object that are sorted here. */
export const MAX_KEYS: u32 = 48;

/** Bytes per token: kind and flags, start, end, next. */
export const TOKEN: u32 = 16;
/** Bytes per row: see `rows.ts`. */
export const ROW: u32 = 96;
/** Bytes per known text: text, its length, canonical bytes, their length, the next text of the member, a number. */
export const KNOWN: u32 = 24;

/** Members of an event. */
export const MEMBERS: u32 = 12;
/** Names that the kernel looks for in events. */
const EVENT_NAMES: u32 = 16;

/** Members that are passed on or left out, and the longest key of one, quotes included. */
export const MAX_USED: u32 = 64;
export const MAX_KEY: u32 = 63;
/**
 * Bytes per such member: position and length of its key text, its use, position and length of the key of the member that
 * it stands in, and the next one of its length.
 */
export const USED_NAME: u32 = 24;

/**
 * What is known, after the compiler's own data. It lies here and not in variables, so that a second instance on the same
 * memory knows it too.
 */
const KNOWLEDGE: u32 = 1 << 13;
/** First byte after the texts that are kept. */
export const USED: u32 = KNOWLEDGE;
/** Value tokens by member, 0 where there is none. */
export const FOUND: u32 = USED + 8;
/** First and last-used known text of each member, 0 where there is none. */
export const FIRST: u32 = FOUND + MEMBERS * 4;
export const LATEST: u32 = FIRST + MEMBERS * 4;
/** The order in which the last plain record had its members. */
export const ORDER: u32 = LATEST + MEMBERS * 4;
/** Key texts with their quotes: position and length. */
export const NAME: u32 = ORDER + MEMBERS * 4;
/** Members that are passed on or left out, from 1 on; how many; and the first of each length, 0 where there is none. */
export const USED_NAMES: u32 = NAME + EVENT_NAMES * 8;
export const USED_COUNT: u32 = USED_NAMES + (MAX_USED + 1) * USED_NAME;
export const USED_HEADS: u32 = USED_COUNT + 4;

export const TOKENS: u32 = 1 << 14;
export const STACK: u32 = TOKENS + MAX_TOKENS * TOKEN;
export const KEYS: u32 = STACK + MAX_DEPTH * 4;
export const ROWS: u32 = KEYS + MAX_DEPTH * MAX_KEYS * 4;
/** Known texts grow here, from the front. */
export const TEXTS: u32 = ROWS + MAX_ROWS * ROW;
export const TEXTS_SIZE: u32 = 1 << 17;
/** Texts that shortened records lost: where each begins and ends; and how many of them one record may lose. */
export const MAX_PASSAGES: u32 = 1 << 14;
export const MAX_MARKS: u32 = 1 << 10;
export const PASSAGES: u32 = TEXTS + TEXTS_SIZE;
export const INPUT: u32 = PASSAGES + MAX_PASSAGES * 8;
/** Input and output, each with slack behind it. Only what is used of them takes memory. */
export const INPUT_SIZE: u32 = 16 << 20;
export const OUTPUT: u32 = INPUT + INPUT_SIZE + SLACK;
export const END: u32 = OUTPUT + INPUT_SIZE + SLACK;
