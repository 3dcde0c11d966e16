import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { failureOfCode } from '../domain/webhooks/call-failures';
import { isAllowedHost } from '../domain/webhooks/egress';
import type { WebhookRequest } from '../domain/webhooks/request';
import type { TryResult } from '../domain/webhooks/retry';
import { assertPublicHost, lookupPublic, PrivateAddressError } from './public-address';

/** Bytes read of a response body at least, so that the receiver can finish sending. */
const leastResponseBytes = 64 * 1_024;

/** Result of a call. */
export type CallResult = TryResult & {
  /** The first `keepBytes` bytes of the response body. Missing without `keepBytes`. */
  excerpt?: Buffer;
  /** Whether the body is longer than the excerpt. */
  isCut?: boolean;
  /** Headers of the response, with lowercase names. Missing without `keepBytes`. */
  headers?: IncomingHttpHeaders;
  /** System error code of a failed connection, such as ECONNREFUSED. */
  errorCode?: string;
};

export interface CallOptions {
  /** Hosts that may be private, and may use plain http for webhooks. */
  allowHosts: readonly string[];
  signal: AbortSignal;
  /** Bytes of the response body to keep; 0 by default. */
  keepBytes?: number;
}

/**
 * Makes one request with https, or with http to an allowed host, as {@link callHost} does.
 * @throws the signal's reason if it is aborted
 */
export async function callWebhook(request: WebhookRequest, options: CallOptions): Promise<CallResult> {
  const url = new URL(request.url);
  if (url.protocol !== 'https:' && !isAllowedHost(url, options.allowHosts)) {
    return { kind: 'refused', reason: 'egress_refused' };
  }
  return callHost(request, options);
}

/**
 * Makes one request to a public or allowed host, without following redirects. Once the status of the response is known,
 * it decides the result, even if the rest fails.
 * @throws the signal's reason if it is aborted
 */
export async function callHost(
  request: WebhookRequest,
  { allowHosts, signal, keepBytes = 0 }: CallOptions,
): Promise<CallResult> {
  signal.throwIfAborted();
  const url = new URL(request.url);
  if (isAllowedHost(url, allowHosts)) return exchange(url, request, { signal, keepBytes });
  try {
    assertPublicHost(url);
  } catch (error) {
    return resultOfError(error as Error);
  }
  return exchange(url, request, { lookup: lookupPublic, signal, keepBytes });
}

function exchange(
  url: URL,
  { method, headers, body, timeoutMs }: WebhookRequest,
  { lookup, signal, keepBytes }: { lookup?: RequestOptions['lookup']; signal: AbortSignal; keepBytes: number },
): Promise<CallResult> {
  return new Promise((resolve, reject) => {
    // Node sets the length only for some methods, and receivers treat a GET body of unknown length as empty.
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    // A new connection for each call.
    const call = send(url, { method, agent: false, lookup, headers: { ...headers, ...length } });
    let reply: (() => CallResult) | undefined;
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      call.destroy();
      settle();
    };
    const settle = (otherwise: CallResult): void => end(() => resolve(reply?.() ?? otherwise));
    const abort = (): void => end(() => reject(signal.reason as Error));
    const timer = setTimeout(() => settle({ kind: 'unanswered', reason: 'timeout' }), timeoutMs);
    signal.addEventListener('abort', abort);
    call.on('error', (error) => settle(resultOfError(error)));
    call.on('close', () => settle({ kind: 'unanswered', reason: 'reset' }));
    call.on('response', (response) => {
      const kept = keepBeginning(response, keepBytes, () => settle({ kind: 'unanswered', reason: 'reset' }));
      reply = () => Object.assign(resultOfResponse(response), keepBytes === 0 ? {} : kept());
    });
    call.end(body ?? undefined);
  });
}

/**
 * Reads the response to its end or the limit, and keeps its headers and the start of its body.
 * @returns a function that returns what is kept so far
 */
function keepBeginning(
  response: IncomingMessage,
  bytes: number,
  done: () => void,
): () => Required<Pick<CallResult, 'excerpt' | 'isCut' | 'headers'>> {
  let read = 0;
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => {
    if (read < bytes) chunks.push(chunk.subarray(0, bytes - read));
    read += chunk.length;
    if (read > Math.max(leastResponseBytes, bytes)) done();
  });
  response.on('error', done);
  response.on('close', done);
  return () => ({ excerpt: Buffer.concat(chunks), isCut: read > bytes, headers: response.headers });
}

function resultOfResponse({ statusCode = 0, headers }: IncomingMessage): TryResult {
  const retryAfter = headers['retry-after'];
  return { kind: 'answered', status: statusCode, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

function resultOfError(error: Error): CallResult {
  if (error instanceof PrivateAddressError) return { kind: 'refused', reason: 'egress_refused' };
  const errorCode = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { kind: 'unanswered', reason: failureOfCode(errorCode), ...(errorCode === undefined ? {} : { errorCode }) };
}
