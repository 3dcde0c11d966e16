/** Prefixes of the service's ids. They show the kind of an id in logs and in Temporal. */
export const idPrefixes = {
  workspace: 'wsp',
  user: 'usr',
  apiKey: 'key',
  endUser: 'eus',
  communication: 'com',
  triggerContract: 'trg',
  audience: 'aud',
  suppression: 'sup',
  journey: 'jrn',
  experiment: 'exp',
  belief: 'blf',
  shareLink: 'shr',
  evidence: 'evd',
  conversion: 'cnv',
  target: 'tgt',
  connection: 'con',
  execution: 'exe',
  executionBulk: 'blk',
  webhookTest: 'tst',
  entry: 'ent',
  event: 'evt',
  rejectedEvent: 'rej',
  request: 'req',
  import: 'imp',
  send: 'snd',
  link: 'lnk',
  audit: 'adt',
  erasure: 'ers',
  session: 'ses',
  invitation: 'inv',
  passwordReset: 'pwr',
} as const;

export type IdKind = keyof typeof idPrefixes;

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Formats an id: `<prefix>_` and 26 characters, which sort by creation time (ULID layout: 48 bits of milliseconds, 80
 * random bits, Crockford base 32 in lower case).
 * @param nowMs milliseconds since the epoch, below 2^48
 * @param random ten random bytes
 */
export function formatId(kind: IdKind, nowMs: number, random: Uint8Array): string {
  if (random.length !== 10) throw new RangeError('An id takes ten random bytes.');
  const [high, low] = [Math.floor(nowMs / 2 ** 30), nowMs % 2 ** 30];
  const time = pair(high >> 10) + pair(high) + pair(low >> 20) + pair(low >> 10) + pair(low);
  return `${idPrefixes[kind]}_${time}${fiveBytes(random, 0)}${fiveBytes(random, 5)}`;
}

/** Encodes 40 bits as eight characters. */
function fiveBytes(bytes: Uint8Array, start: number): string {
  const high = (at(bytes, start) << 12) | (at(bytes, start + 1) << 4) | (at(bytes, start + 2) >> 4);
  const low = ((at(bytes, start + 2) & 15) << 16) | (at(bytes, start + 3) << 8) | at(bytes, start + 4);
  return pair(high >> 10) + pair(high) + pair(low >> 10) + pair(low);
}

const at = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0;

/**
 * Encodes the lowest ten bits as two characters. Every event needs an id, and looking up two characters at a time
 * halves the cost.
 */
const pair = (bits: number): string => pairs[bits & 1_023] ?? '';

const pairs = Array.from({ length: 1_024 }, (_, bits) => crockford.charAt(bits >> 5) + crockford.charAt(bits & 31));

/** Returns the time in an id, in milliseconds since the epoch. NaN if it has none. */
export function timeOfId(id: string): number {
  const digits = id.slice(id.indexOf('_') + 1, id.indexOf('_') + 11);
  return [...digits].reduce((time, digit) => {
    const value = crockford.indexOf(digit);
    return time * 32 + (value < 0 ? Number.NaN : value);
  }, 0);
}

/** Returns the lowest id of a time: ids of this kind that sort below it are older. */
export const firstIdAt = (kind: IdKind, ms: number): string =>
  formatId(kind, Math.min(Math.max(0, ms), 2 ** 48 - 1), new Uint8Array(10));
