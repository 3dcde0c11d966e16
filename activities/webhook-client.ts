import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { isAllowedHost } from '../domain/webhooks/egress';
import type { WebhookRequest } from '../domain/webhooks/request';
import type { TryResult } from '../domain/webhooks/retry';

/** Of an answer's body; it is read so that the receiver can end its work, and thrown away. */
const mostResponseBytes = 64 * 1_024;

/**
 * Refuses every address that is not a public one, by what it connects to: the address in the URL or each that the name
 * resolved to, in the very look-up that the connection uses. A new connection for each call.
 */
const guarded = new RequestFilteringHttpsAgent({ keepAlive: false });

/**
 * Makes one request, without following redirects. What the receiver answers is reduced to its status: once that is known
 * it decides, whatever becomes of the rest.
 * @param options.allowHosts hosts that may be private or plain http; every other has to be https and public
 * @throws the signal's reason when it is aborted
 */
export async function callWebhook(
  request: WebhookRequest,
  { allowHosts, signal }: { allowHosts: readonly string[]; signal: AbortSignal },
): Promise<TryResult> {
  signal.throwIfAborted();
  const url = new URL(request.url);
  const allowed = isAllowedHost(url, allowHosts);
  if (!allowed && url.protocol !== 'https:') return { kind: 'refused', reason: 'egress_refused' };
  return exchange(url, request, { agent: allowed ? false : guarded, signal });
}

function exchange(
  url: URL,
  { method, headers, body, timeoutMs }: WebhookRequest,
  { agent, signal }: { agent: RequestOptions['agent']; signal: AbortSignal },
): Promise<TryResult> {
  return new Promise((resolve, reject) => {
    // Node tells the length by itself for some methods only, and a GET with a body of unknown length ends at the header.
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const call = send(url, { method, agent, headers: { ...headers, ...length } });
    let reply: TryResult | undefined;
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      call.destroy();
      settle();
    };
    const settle = (otherwise: TryResult): void => end(() => resolve(reply ?? otherwise));
    const abort = (): void => end(() => reject(signal.reason as Error));
    const timer = setTimeout(() => settle({ kind: 'unanswered', reason: 'timeout' }), timeoutMs);
    signal.addEventListener('abort', abort);
    call.on('error', (error) => settle(resultOfError(error)));
    call.on('close', () => settle({ kind: 'unanswered', reason: 'network' }));
    call.on('response', (response) => {
      reply = resultOfResponse(response);
      discard(response, () => settle({ kind: 'unanswered', reason: 'network' }));
    });
    call.end(body ?? undefined);
  });
}

/** Reads to the answer's end or to the most that is read of one, and keeps nothing. */
function discard(response: IncomingMessage, done: () => void): void {
  let read = 0;
  response.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > mostResponseBytes) done();
  });
  response.on('error', done);
  response.on('close', done);
}

function resultOfResponse({ statusCode = 0, headers }: IncomingMessage): TryResult {
  const retryAfter = headers['retry-after'];
  return { kind: 'answered', status: statusCode, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** The guard's error has no code of its own; its words are held by a test. */
const resultOfError = (error: Error): TryResult =>
  /^DNS lookup .* is not allowed/.test(error.message)
    ? { kind: 'refused', reason: 'egress_refused' }
    : { kind: 'unanswered', reason: 'network' };
