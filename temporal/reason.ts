/** Returns the message of an error and of each cause that adds information, as one text. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error);
  const message = String(error.message);
  const cause = 'cause' in error && error.cause !== undefined ? reasonOf(error.cause) : '';
  return cause === '' || message.includes(cause) ? message : `${message}: ${cause}`;
}
