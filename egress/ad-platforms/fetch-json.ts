import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { PullError } from '../../domain/connections/pull-failure';
import { isAllowedHost } from '../../domain/webhooks/egress';
import { assertPublicHost, lookupPublic, PrivateAddressError } from '../public-address';
import type { PlatformResponse, PlatformRequest } from './platform';

/** Parsing blocks the requests of all workspaces. The largest pages of platforms have a few megabytes. */
const maxResponseBytes = 16 * 1_024 * 1_024;
const timeoutMs = 60_000;

/** A response, with the size of its body in bytes. */
type ReadResponse = PlatformResponse & { bytes: number };

export interface Egress {
  /** Hosts that may be private or use plain http. All others must be public and use https. */
  allowHosts: readonly string[];
  signal: AbortSignal;
}

/**
 * Makes one request, without following redirects, and reads the complete response.
 * @throws PullError if the response is missing or incomplete, or the address may not be called; the signal's reason if it is
 * aborted
 */
export async function fetchJson(request: PlatformRequest, { allowHosts, signal }: Egress): Promise<ReadResponse> {
  signal.throwIfAborted();
  const url = new URL(request.url);
  const allowed = isAllowedHost(url, allowHosts);
  if (!allowed && url.protocol !== 'https:') throw refusedAddress(url);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const body = request.body === undefined ? {} : { 'content-length': Buffer.byteLength(request.body) };
  const headers = { accept: 'application/json', ...request.headers, ...body };
  try {
    if (!allowed) assertPublicHost(url);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const lookup = allowed ? undefined : lookupPublic;
      const call = send(url, { method: request.method, headers, agent: false, lookup, signal: within }, resolve);
      call.on('error', reject);
      call.end(request.body);
    });
    return await readWhole(response);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PullError) throw error;
    if (error instanceof PrivateAddressError) throw refusedAddress(url);
    throw new PullError({ kind: 'later', message: `${url.host} did not send a complete response.` });
  }
}

async function readWhole(response: IncomingMessage): Promise<ReadResponse> {
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read > maxResponseBytes) throw new PullError({ kind: 'refused', message: 'A response was larger than 16 MB.' });
    chunks.push(chunk);
  }
  const { statusCode: status = 0 } = response;
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  return { status, headers, body: parseOrUndefined(Buffer.concat(chunks).toString('utf8')), bytes: read };
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refusedAddress = ({ host }: URL): PullError =>
  new PullError({
    kind: 'refused',
    message: `Calls to ${host} are not allowed. Use a public https address, or have the operator allow the host.`,
  });
