import { AppError } from '../../domain/errors';

/** Refuses a send while the email provider fails. @param retryAfterMs milliseconds until the next probe */
export const providerPaused = (retryAfterMs: number): AppError =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'Sends are paused because the email provider is failing. Nothing was sent. Retry later.',
    {
      retryAfterSeconds: Math.ceil(retryAfterMs / 1_000),
    },
  );
