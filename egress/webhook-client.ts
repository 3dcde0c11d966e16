import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { failureOfCode } from '../domain/webhooks/call-failures';
import { isAllowedHost } from '../domain/webhooks/egress';
import type { WebhookRequest } from '../domain/webhooks/request';
import type { TryResult } from '../domain/webhooks/retry';
import { assertPublicHost, lookupPublic, PrivateAddressError } from './public-address';

/** Of an answer's body that is read, so that the receiver can end its work. */
const mostResponseBytes = 64 * 1_024;

/** What came of a call. */
export type CallResult = TryResult & {
  /** The beginning of an answer's body, as many bytes as were to be kept; without `keepBytes` none. */
  excerpt?: Buffer;
  /** Whether the body went on after it. */
  isCut?: boolean;
  /** Of a connection that failed: the system's word for it, such as ECONNREFUSED. */
  errorCode?: string;
};

export interface CallOptions {
  /** Hosts that may be private or plain http; every other has to be https and public. */
  allowHosts: readonly string[];
  signal: AbortSignal;
  /** Of an answer's body; none unless given. */
  keepBytes?: number;
}

/**
 * Makes one request, without following redirects. The status of the answer decides once it is known, whatever becomes of the rest.
 * @throws the signal's reason when it is aborted
 */
export async function callWebhook(
  request: WebhookRequest,
  { allowHosts, signal, keepBytes = 0 }: CallOptions,
): Promise<CallResult> {
  signal.throwIfAborted();
  const url = new URL(request.url);
  if (isAllowedHost(url, allowHosts)) return exchange(url, request, { signal, keepBytes });
  if (url.protocol !== 'https:') return { kind: 'refused', reason: 'egress_refused' };
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
    // Node tells the length by itself for some methods only, and a GET with a body of unknown length ends at the header.
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

/** Reads to the answer's end or to the most that is read of one, and keeps its beginning. @returns what was kept up to now */
function keepBeginning(
  response: IncomingMessage,
  bytes: number,
  done: () => void,
): () => Required<Pick<CallResult, 'excerpt' | 'isCut'>> {
  let read = 0;
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => {
    if (read < bytes) chunks.push(chunk.subarray(0, bytes - read));
    read += chunk.length;
    if (read > mostResponseBytes) done();
  });
  response.on('error', done);
  response.on('close', done);
  return () => ({ excerpt: Buffer.concat(chunks), isCut: read > bytes });
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
