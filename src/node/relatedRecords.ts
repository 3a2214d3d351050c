// What the beginning of a log says about its session and its records, without reading more of it.

import * as fs from 'node:fs';

/** Bytes of a file that are looked at. */
const HEAD = 256 * 1024;

/** True when two logs begin with records in common: the same `uuid` in both. */
export function sharesRecords(a: string, b: string): boolean {
  const ids = new Set(idsOf(a));
  return ids.size > 0 && idsOf(b).some((id) => ids.has(id));
}

/** The session that the first record with one names. */
export function sessionOf(file: string): string | undefined {
  for (const record of headOf(file)) {
    const id = textOf(record, 'sessionId');
    if (id !== undefined) return id;
  }
  return undefined;
}

function idsOf(file: string): string[] {
  return headOf(file).flatMap((record) => textOf(record, 'uuid') ?? []);
}

function textOf(record: object, key: string): string | undefined {
  const value: unknown = Object.hasOwn(record, key) ? Reflect.get(record, key) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The whole records at the beginning of a file; none where it cannot be read. */
function headOf(file: string): object[] {
  return read(file)
    .split('\n')
    .flatMap((line) => {
      try {
        const value: unknown = JSON.parse(line);
        return typeof value === 'object' && value !== null ? [value] : [];
      } catch {
        return [];
      }
    });
}

function read(file: string): string {
  let fd: number | undefined;
  try {
    fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const buffer = Buffer.alloc(HEAD);
    return buffer.toString('utf8', 0, fs.readSync(fd, buffer, 0, HEAD, 0));
  } catch {
    return '';
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}
