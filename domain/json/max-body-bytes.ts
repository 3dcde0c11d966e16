/** Bytes of a body that a route takes, decompressed. */
export const maxBodyBytes = 1_000_000;
