import { ApiError } from './client';

export interface Readiness {
  status: string;
  dependencies: Record<string, string>;
}

/** Not part of the documented API: the same answer with 200 and 503. */
export async function readReadiness(): Promise<Readiness> {
  const response = await fetch('/readyz');
  const body = (await response.json().catch(() => null)) as Readiness | null;
  if (body?.dependencies === undefined) {
    throw new ApiError(response.status, 'HTTP_ERROR', `The service answered ${response.status} without its readiness.`);
  }
  return body;
}

/** The words of `/readyz` for paused sends; null while they are not paused. */
export function sendsPaused({ dependencies }: Readiness): string | null {
  const { mail = '' } = dependencies;
  return mail.startsWith('sends are paused') ? mail : null;
}
