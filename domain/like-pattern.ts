/** Escapes a text for a LIKE pattern of PostgreSQL. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns a pattern for LIKE: texts in lower case that contain a text. */
export const containing = (text: string): string => `%${escapeLike(text.trim().toLowerCase())}%`;
