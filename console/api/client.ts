import createClient from 'openapi-fetch';
import type { components, paths } from '../../client/src/api-types';
import { reportResponse, reportSilence } from './connection';

export type Schemas = components['schemas'];

/** An error response of the API, or a request without a response (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The problems by dotted path. The path is empty for the whole input. */
    readonly details: readonly { path: string; message: string }[] = [],
  ) {
    super(message);
  }
}

/** The typed client for all routes, with the session of this browser. */
export const api = createClient<paths>({ baseUrl: '' });

let isSuspended = false;
let pageWorkspace: string | null = null;

/**
 * Names the workspace of the page in all requests. The API refuses them if the session is in another one by then, so
 * that a page never changes another workspace than it shows. Null while the page switches to another workspace, or
 * without a session: refused requests of the previous page are then ignored.
 */
export const setPageWorkspace = (id: string | null): void => void (pageWorkspace = id);

/** Requests about the session itself, which belong to no page. */
const sessionPaths = ['/api/session', '/api/session/workspace'];

/** Requests with a password or a code of the signed-in person. They are refused with 401 if it is wrong. */
const proofPaths = ['/api/session/password', '/api/account/totp'];

/**
 * Blocks all requests except those for the session. Otherwise, an automatic request, such as saving a draft, could be sent in the name
 * of the next person who signs in.
 */
export const suspendRequests = (suspended: boolean): void => void (isSuspended = suspended);

api.use({
  onRequest: ({ request }) => {
    if (sessionPaths.includes(new URL(request.url).pathname)) return undefined;
    if (pageWorkspace !== null) request.headers.set('Apex-Workspace', pageWorkspace);
    if (!isSuspended) return undefined;
    return Response.json({ error: 'Your session has expired.', code: 'UNAUTHORIZED' }, { status: 401 });
  },
  onResponse: ({ request, response }) => {
    const { pathname } = new URL(request.url);
    if (response.status !== 401 || pageWorkspace === null || proofPaths.includes(pathname)) return;
    const isOfPage = request.headers.get('Apex-Workspace') === pageWorkspace;
    if (isOfPage || sessionPaths.includes(pathname)) reportSessionEnd();
  },
});

interface Outcome {
  data?: unknown;
  error?: unknown;
  response: Response;
}

const sessionEndListeners = new Set<() => void>();

/** Calls the listener when the session of a request has expired. @returns a function that removes the listener */
export function onSessionEnd(listener: () => void): () => void {
  sessionEndListeners.add(listener);
  return () => sessionEndListeners.delete(listener);
}

export function reportSessionEnd(): void {
  for (const listener of sessionEndListeners) listener();
}

/**
 * Returns the data of a typed call.
 * @throws ApiError if the API returns an error or does not respond
 */
export async function unwrap<Call extends Outcome>(call: Promise<Call>): Promise<Exclude<Call['data'], undefined>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    reportSilence();
    throw new ApiError(0, 'NETWORK_ERROR', 'Apex is not responding. This page may be out of date.');
  });
  reportResponse();
  if (response.ok) return data as Exclude<Call['data'], undefined>;
  throw refusalOf(response, error);
}

function refusalOf(response: Response, body: unknown): ApiError {
  const { error, code, details } = (typeof body === 'object' && body !== null ? body : {}) as Partial<Schemas['Error']>;
  if (typeof error === 'string') return new ApiError(response.status, code ?? 'HTTP_ERROR', error, details);
  return new ApiError(response.status, 'HTTP_ERROR', `Apex returned status ${response.status}. Try again in a moment.`);
}
