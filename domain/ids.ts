/** Prefixes of the service's ids: what a reader of a log or a Temporal run sees first. */
export const idPrefixes = {
  workspace: 'wsp',
  user: 'usr',
  apiKey: 'key',
  endUser: 'eus',
  communication: 'com',
  triggerContract: 'trg',
  audience: 'aud',
  journey: 'jrn',
  experiment: 'exp',
  execution: 'exe',
  entry: 'ent',
  event: 'evt',
  rejectedEvent: 'rej',
  send: 'snd',
  link: 'lnk',
  audit: 'adt',
  session: 'ses',
  invitation: 'inv',
} as const;

export type IdKind = keyof typeof idPrefixes;

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * An id: `<prefix>_` and 26 characters, which sort by creation time (ULID layout: 48 bits of milliseconds, 80 random bits,
 * Crockford base 32 in lower case).
 * @param nowMs milliseconds since the epoch, below 2^48
 * @param random ten random bytes
 */
export function formatId(kind: IdKind, nowMs: number, random: Uint8Array): string {
  if (random.length !== 10) throw new RangeError('An id takes ten random bytes.');
  let value = BigInt(nowMs);
  for (const byte of random) value = (value << 8n) | BigInt(byte);
  let text = '';
  for (let index = 0; index < 26; index += 1) {
    text = crockford.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return `${idPrefixes[kind]}_${text}`;
}
