import { ApiError } from './client';

export interface Readiness {
  status: string;
  dependencies: Record<string, string>;
}

/** Reads `/readyz`, which has the same body with 200 and 503. It is not part of the documented API. */
export async function readReadiness(): Promise<Readiness> {
  const response = await fetch('/readyz');
  const body = (await response.json().catch(() => null)) as Readiness | null;
  if (body?.dependencies === undefined) {
    throw new ApiError(
      response.status,
      'HTTP_ERROR',
      `Apex returned status ${response.status} without its readiness. Try again in a moment.`,
    );
  }
  return body;
}

/** Returns the state of mail in `/readyz` if sends are paused, otherwise null. */
export function sendsPaused({ dependencies }: Readiness): string | null {
  const { mail = '' } = dependencies;
  return mail.startsWith('sends are paused') ? mail : null;
}
