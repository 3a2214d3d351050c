// Who holds a lock, and whether that process is still there. A process id alone does not tell: ids are used again, and
// mean nothing on another machine.

import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as z from 'zod';

/** A process as its lock names it. The last three are known on Linux only. */
const holder = z.object({
  pid: z.int().min(1),
  host: z.string(),
  /** When the lock was taken, RFC 3339. */
  since: z.string(),
  /** Names this taking of the lock, and no other. */
  token: z.string().regex(/^[0-9a-f]{16}$/),
  /** When the process started, in ticks since the machine did: another process with this id has another one. */
  started: z.string().optional(),
  /** Which run of the machine. */
  boot: z.string().optional(),
  /** In which numbering the process has its id. */
  namespace: z.string().optional(),
});
export type Holder = z.infer<typeof holder>;

/** This process, taking a lock now. */
export function thisProcess(): Holder {
  const started = processState(process.pid)?.started;
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim();
  const namespace = readNamespace();
  return {
    pid: process.pid,
    host: os.hostname(),
    since: new Date().toISOString(),
    token: randomBytes(8).toString('hex'),
    ...(started !== undefined && { started }),
    ...(boot !== undefined && { boot }),
    ...(namespace !== undefined && { namespace }),
  };
}

/** The holder that a lock's text names, undefined when it names none. */
export function parseHolder(text: string): Holder | undefined {
  try {
    const parsed = holder.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * True when the holder is certainly gone. One on another machine, or in a container whose processes cannot be seen from
 * here, may be there: its lock stays.
 */
export function isGone(other: Holder, here: Holder): boolean {
  const bootsKnown = other.boot !== undefined && here.boot !== undefined;
  const sameBoot = bootsKnown && other.boot === here.boot;
  if (!sameBoot && other.host !== here.host) return false;
  if (bootsKnown && !sameBoot) return true;
  if (other.namespace !== here.namespace) return false;
  if (!isThere(other.pid)) return true;
  const state = processState(other.pid);
  if (state === undefined) return false;
  return state.isDead || (other.started !== undefined && other.started !== state.started);
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else may not be signalled, but it is there.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** State and start of a process from /proc (proc(5), fields 3 and 22); undefined where that is not to be had. */
function processState(pid: number): { readonly isDead: boolean; readonly started: string } | undefined {
  const text = readText(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, and may hold anything.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields?.[0], fields?.[19]];
  if (state === undefined || started === undefined) return undefined;
  // A zombie has ended; only its parent has not asked for its exit code yet.
  return { isDead: state === 'Z' || state === 'X', started };
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function readNamespace(): string | undefined {
  try {
    return fs.readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}
