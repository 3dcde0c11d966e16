const { imul } = Math;

/** Number of values of the hash. */
export const bucketPlaces = 10_000;

/**
 * Returns a uniform, stable number in [0, 1) for a seed and a value. This is GrowthBook's hash version 2,
 * `fnv32a(String(fnv32a(seed + value))) % 10000 / 10000`, over UTF-8 bytes. The browser snippet computes the same.
 */
export function bucket(seed: string, value: string): number {
  return (twiceHashed(seed + value) % bucketPlaces) / bucketPlaces;
}

/** Returns the 32-bit hash from which buckets are derived. FNV-1a alone mixes the end of a text too little. */
export const twiceHashed = (text: string): number => fnv32a(String(fnv32a(text)));

/** Returns the 32-bit FNV-1a hash of the UTF-8 bytes of a text. Source: draft-eastlake-fnv. */
export function fnv32a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // Most ids are ASCII: each code unit is one byte.
    if (unit > 0x7f) return hashBytes(utf8Bytes(text));
    hash = imul(hash ^ unit, 0x01000193);
  }
  return hash >>> 0;
}

function hashBytes(bytes: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/**
 * Returns the UTF-8 bytes of a text. Uses percent-escapes, because workflow code has no TextEncoder. A lone surrogate
 * becomes U+FFFD, as with TextEncoder.
 */
function utf8Bytes(text: string): number[] {
  const units = encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).match(/%..|./g) ?? [];
  return units.map((unit) => (unit[1] ? parseInt(unit.slice(1), 16) : unit.charCodeAt(0)));
}
