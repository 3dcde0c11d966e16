/** The worker cannot start. The message is one line with the remedy, suitable as the only output. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
