/** The message of an error and of each of its causes that says more, as one text. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error);
  const message = String(error.message);
  const cause = 'cause' in error && error.cause !== undefined ? reasonOf(error.cause) : '';
  return cause === '' || message.includes(cause) ? message : `${message}: ${cause}`;
}
