import { createHash, type Hash } from 'node:crypto';
import type { Sha256 } from '../core/fingerprint.ts';

/** A new SHA-256 from the platform's crypto. */
export function newSha256(): Sha256 {
  return wrap(createHash('sha256'));
}

function wrap(hash: Hash): Sha256 {
  return {
    update: (bytes) => void hash.update(bytes),
    copy: () => wrap(hash.copy()),
    digest: () => hash.digest('hex'),
  };
}
