/** The most bytes of a request body, after decompression. */
export const maxBodyBytes = 1_000_000;
