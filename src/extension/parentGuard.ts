import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** What a file's bytes were: how many, and their SHA-256. */
export interface BytesSeen {
  readonly size: number;
  readonly sha256: string;
}

/** Looks at the bytes of a file. */
export async function seeBytes(path: string): Promise<BytesSeen> {
  const { size } = await stat(path);
  return { size, sha256: await hashOfFirst(path, size) };
}

/** True when the file still begins with the bytes seen before. An agent may have appended meanwhile: it may grow. */
export async function stillBeginsWith(path: string, seen: BytesSeen): Promise<boolean> {
  const { size } = await stat(path);
  return size >= seen.size && (await hashOfFirst(path, seen.size)) === seen.sha256;
}

async function hashOfFirst(path: string, size: number): Promise<string> {
  const hash = createHash('sha256');
  if (size === 0) return hash.digest('hex');
  const bytes: AsyncIterable<Uint8Array> = createReadStream(path, { end: size - 1 });
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
