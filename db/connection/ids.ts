import { randomBytes } from 'node:crypto';
import { formatId, type IdKind } from '../../domain/ids';

/**
 * Generates an id from this process's clock and the system's randomness. Ids of the same millisecond count up from a
 * random start, so that the ids of a process sort in the order of their creation.
 */
export function newId(kind: IdKind): string {
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    lastRandom = someRandomBytes();
  } else countUp(lastRandom);
  return formatId(kind, lastMs, lastRandom);
}

let lastMs = 0;
let lastRandom = new Uint8Array(10);

function countUp(bytes: Uint8Array): void {
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    const next = ((bytes[index] ?? 0) + 1) & 255;
    bytes[index] = next;
    if (next !== 0) return;
  }
}

function someRandomBytes(): Uint8Array<ArrayBuffer> {
  if (used + 10 > random.length) {
    random = randomBytes(random.length);
    used = 0;
  }
  used += 10;
  return Uint8Array.from(random.subarray(used - 10, used));
}

/**
 * Randomness is read from the system in blocks, because reading it per id costs more than the rest of the generation.
 */
let random = randomBytes(20_480);
let used = 0;
