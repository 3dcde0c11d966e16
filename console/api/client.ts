import createClient from 'openapi-fetch';
import type { components, paths } from '../../client/src/api-types';
import { reportResponse, reportSilence } from './connection';

export type Schemas = components['schemas'];

/** A refusal of the service in its own words, or a request that got no answer (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** What is wrong with which field, in dotted form; empty for the whole. */
    readonly details: readonly { path: string; message: string }[] = [],
  ) {
    super(message);
  }
}

/** Every route of the service, with the session of this browser. */
export const api = createClient<paths>({ baseUrl: '' });

let isSuspended = false;

/**
 * While a session is over, no request leaves but for the session itself: what a page sends by itself, such as a draft, does not go out
 * in the name of the next person who signs in.
 */
export const suspendRequests = (suspended: boolean): void => void (isSuspended = suspended);

api.use({
  onRequest: ({ request }) => {
    if (!isSuspended || new URL(request.url).pathname === '/api/session') return undefined;
    return Response.json({ error: 'Your session is over.', code: 'UNAUTHORIZED' }, { status: 401 });
  },
});

interface Outcome {
  data?: unknown;
  error?: unknown;
  response: Response;
}

const sessionEndListeners = new Set<() => void>();

/** Calls back when the service no longer knows the session that a request came with. @returns how to stop */
export function onSessionEnd(listener: () => void): () => void {
  sessionEndListeners.add(listener);
  return () => sessionEndListeners.delete(listener);
}

/**
 * The data of a typed call.
 * @throws ApiError when the service refuses, or does not answer
 */
export async function unwrap<Call extends Outcome>(call: Promise<Call>): Promise<Exclude<Call['data'], undefined>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    reportSilence();
    throw new ApiError(0, 'NETWORK_ERROR', 'The service does not answer. What is shown may be out of date.');
  });
  reportResponse();
  if (response.ok) return data as Exclude<Call['data'], undefined>;
  const refusal = refusalOf(response, error);
  if (refusal.status === 401) for (const listener of sessionEndListeners) listener();
  throw refusal;
}

function refusalOf(response: Response, body: unknown): ApiError {
  const { error, code, details } = (typeof body === 'object' && body !== null ? body : {}) as Partial<Schemas['Error']>;
  if (typeof error === 'string') return new ApiError(response.status, code ?? 'HTTP_ERROR', error, details);
  return new ApiError(response.status, 'HTTP_ERROR', `The service answered ${response.status}. Try again in a moment.`);
}
