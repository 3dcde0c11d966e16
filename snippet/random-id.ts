/** Returns 128 random bits in hex. `crypto.randomUUID` is missing on pages without https. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => (byte + 256).toString(16).slice(1)).join('');
