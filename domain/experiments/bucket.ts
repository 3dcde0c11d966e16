const { imul } = Math;

/** How many values the hash has. */
export const bucketPlaces = 10_000;

/**
 * Uniform stable number in [0, 1) for a seed and a value: GrowthBook's hash version 2,
 * `fnv32a(String(fnv32a(seed + value))) % 10000 / 10000`, over UTF-8 bytes. The browser snippet computes the same.
 */
export function bucket(seed: string, value: string): number {
  return (twiceHashed(seed + value) % bucketPlaces) / bucketPlaces;
}

/** The hash that places are taken from: 32 bits, mixed once more than FNV-1a alone mixes the end of a text. */
export const twiceHashed = (text: string): number => fnv32a(String(fnv32a(text)));

/** FNV-1a, 32 bit, of the UTF-8 bytes of a text. Source: draft-eastlake-fnv. */
export function fnv32a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // Most ids are ASCII, whose bytes are their units.
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

/** By percent-escapes, as workflow code has no TextEncoder. A lone surrogate counts as U+FFFD, as TextEncoder has it. */
function utf8Bytes(text: string): number[] {
  const units = encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).match(/%..|./g) ?? [];
  return units.map((unit) => (unit[1] ? parseInt(unit.slice(1), 16) : unit.charCodeAt(0)));
}
