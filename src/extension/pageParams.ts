// The page is not trusted: whatever it sends is checked here before a handler sees it.

import * as z from 'zod';
import type { PageApi } from '../protocol.ts';
import type { Handlers } from '../rpc.ts';

const index = z.int().min(0).max(0x7fff_ffff);
const nothing = z.strictObject({});
const rowOnly = z.strictObject({ row: index });
const direction = z.union([z.literal(1), z.literal(-1)]);

/** Longest text that can be searched for. */
const MAX_SEARCH_TEXT = 1_000;

const names = z.array(z.string().max(MAX_SEARCH_TEXT)).max(100).optional();

const searchParams = z.strictObject({
  query: z.strictObject({
    text: z.string().max(MAX_SEARCH_TEXT),
    caseSensitive: z.boolean(),
    wholeWord: z.boolean(),
    regex: z.boolean(),
    violationsOnly: z.boolean(),
    types: names,
    actors: names,
    tools: names,
    fromSequence: z.int().min(0).optional(),
    toSequence: z.int().min(0).optional(),
    fromTime: z.string().max(64).optional(),
    toTime: z.string().max(64).optional(),
  }),
  from: index,
  limit: z.int().min(1).max(10_000),
});

/** The most rows that one request may ask for. */
export const MAX_PAGE_ROWS = 1_000;

/** The handlers with their parameters checked; a request that does not fit is answered with a failure. */
export function checkedHandlers(handlers: Handlers<PageApi>): Handlers<PageApi> {
  return {
    ready: checked(nothing, handlers.ready),
    readAgain: checked(nothing, handlers.readAgain),
    rows: checked(z.strictObject({ from: index, count: z.int().min(0).max(MAX_PAGE_ROWS) }), handlers.rows),
    details: checked(z.strictObject({ row: index, from: index }), handlers.details),
    moveCursor: checked(rowOnly, handlers.moveCursor),
    nextProblem: checked(z.strictObject({ row: index, direction }), handlers.nextProblem),
    rowAtLine: checked(z.strictObject({ line: index }), handlers.rowAtLine),
    search: checked(searchParams, handlers.search),
    copyFingerprint: checked(nothing, handlers.copyFingerprint),
    openAsText: checked(nothing, handlers.openAsText),
    branchFrom: checked(rowOnly, handlers.branchFrom),
    followBranch: checked(z.strictObject({ row: index.nullable() }), handlers.followBranch),
    openRelated: checked(z.strictObject({ index }), handlers.openRelated),
    openInherited: checked(nothing, handlers.openInherited),
    openSibling: checked(nothing, handlers.openSibling),
  };
}

function checked<P, R>(schema: z.ZodType<P>, handler: (params: P, signal: AbortSignal) => R) {
  return (params: unknown, signal: AbortSignal): R => {
    const result = schema.safeParse(params);
    if (!result.success) throw new Error('bad parameters');
    return handler(result.data, signal);
  };
}
