/** Replaces a credential in responses. A request that contains it keeps the stored value. */
export const headerMask = '********';
