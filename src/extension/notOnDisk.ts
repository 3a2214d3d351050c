import { RemoteError } from '../rpc.ts';
import { UNREAD, type EngineLease } from './engineClient.ts';

const DETAIL = 'It is not on this machine’s disk. Save a copy and open that.';

/** Stands in for the reader of a file that is in no file system of ours: it says so and answers nothing. */
export function notOnDisk(): EngineLease {
  return {
    engine: {
      snapshot: { ...UNREAD, state: { kind: 'failed', reason: 'io-error', detail: DETAIL } },
      alive: true,
      lost: null,
      onDidChange: () => ({ dispose: () => undefined }),
      call: () => Promise.reject(new RemoteError({ reason: 'failed', message: DETAIL })),
      restart: () => undefined,
    },
    dispose: () => undefined,
  };
}
