/** What stands in place of a credential. Sent back, it stands for the value that is stored. */
export const headerMask = '********';
