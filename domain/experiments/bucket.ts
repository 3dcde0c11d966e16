/**
 * Uniform stable number in [0, 1) for a seed and a value: GrowthBook's hash version 2,
 * `fnv32a(String(fnv32a(seed + value))) % 10000 / 10000`, over UTF-8 bytes. The browser snippet computes the same.
 */
export function bucket(seed: string, value: string): number {
  return (fnv32a(String(fnv32a(seed + value))) % 10_000) / 10_000;
}

/** FNV-1a, 32 bit, of the UTF-8 bytes of a text. Source: draft-eastlake-fnv. */
export function fnv32a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of utf8Bytes(text)) {
    hash ^= byte;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** Written out, as workflow code has no TextEncoder. A lone surrogate counts as U+FFFD, as TextEncoder has it. */
function utf8Bytes(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    let code = character.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return bytes;
}
