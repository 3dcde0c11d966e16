/** Prefixes of the service's ids: what a reader of a log or a Temporal run sees first. */
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
  evidence: 'evd',
  conversion: 'cnv',
  target: 'tgt',
  connection: 'con',
  execution: 'exe',
  entry: 'ent',
  event: 'evt',
  rejectedEvent: 'rej',
  request: 'req',
  send: 'snd',
  link: 'lnk',
  audit: 'adt',
  erasure: 'ers',
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
  let time = '';
  for (let rest = nowMs, index = 0; index < 10; index += 1) {
    time = crockford.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return `${idPrefixes[kind]}_${time}${fiveBytes(random, 0)}${fiveBytes(random, 5)}`;
}

/** 40 bits as eight characters, in two halves of 20 bits, as bit operations work on 32. */
function fiveBytes(bytes: Uint8Array, start: number): string {
  const at = (index: number): number => bytes[start + index] ?? 0;
  const high = (at(0) << 12) | (at(1) << 4) | (at(2) >> 4);
  const low = ((at(2) & 15) << 16) | (at(3) << 8) | at(4);
  return fourCharacters(high) + fourCharacters(low);
}

const fourCharacters = (bits: number): string =>
  crockford.charAt(bits >> 15) +
  crockford.charAt((bits >> 10) & 31) +
  crockford.charAt((bits >> 5) & 31) +
  crockford.charAt(bits & 31);
