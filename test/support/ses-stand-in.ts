import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A failure of SES. `cut`: after the status, the response breaks off within the `head` or the `body`, or never
 * continues (`hang`). `reset`: the connection is reset after the request is read. `hang`: no response.
 */
export type SesFault = { status: number; name?: string; cut?: 'head' | 'body' | 'hang' } | 'reset' | 'hang';

export interface SesStandIn {
  /** The value for SES_ENDPOINT. */
  endpoint: string;
  port: number;
  /** Addresses of accepted messages, once per message. */
  accepted: string[];
  /** Returns the number of completely read requests to send. */
  requests(): number;
  /** Returns the number of requests to send that exceeded the account's rate. */
  throttled(): number;
  /** Sets the limits that `GetAccount` returns, and refuses sends beyond the rate. Without limits, `GetAccount` fails. */
  limitTo(quota: SendQuota): void;
  /** Fails from now on; null ends it. */
  failWith(fault: SesFault | null): void;
  refuseConnections(): Promise<void>;
  listenAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** Source: SES API reference v2, SendQuota. */
export interface SendQuota {
  MaxSendRate: number;
  Max24HourSend: number;
  SentLast24Hours: number;
}

/**
 * Starts a replacement for SES at the socket, which fails in the selected way. Like SES, it has no list of accepted
 * messages.
 */
export async function startSesStandIn(): Promise<SesStandIn> {
  const accepted: string[] = [];
  let fault: SesFault | null = null;
  let requests = 0;
  let throttled = 0;
  let account: { quota: SendQuota; tokens: number; at: number } | undefined;
  /** A token bucket with a capacity of one second. */
  const isThrottled = (): boolean => {
    if (account === undefined) return false;
    const { MaxSendRate: rate } = account.quota;
    const now = performance.now();
    account.tokens = Math.min(rate, account.tokens + (rate * (now - account.at)) / 1_000) - 1;
    account.at = now;
    if (account.tokens >= 0) return false;
    account.tokens += 1;
    return true;
  };
  const server = createServer((request, response) => {
    if (request.url === '/v2/email/account' && account !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ SendQuota: account.quota }));
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests += 1;
      if (isThrottled()) {
        throttled += 1;
        fail({ status: 429, name: 'TooManyRequestsException' }, request, response);
      } else if (fault === null) {
        const { Destination } = JSON.parse(Buffer.concat(chunks).toString()) as {
          Destination: { ToAddresses: string[] };
        };
        accepted.push(...Destination.ToAddresses);
        response.writeHead(200, { 'content-type': 'application/json' }).end(`{"MessageId":"ses-${accepted.length}"}`);
      } else fail(fault, request, response);
    });
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    accepted,
    requests: () => requests,
    throttled: () => throttled,
    limitTo(quota) {
      account = { quota, tokens: quota.MaxSendRate, at: performance.now() };
    },
    failWith(next) {
      fault = next;
    },
    refuseConnections: close,
    listenAgain: () => listen(port),
    stop: close,
  };
}

function fail(fault: SesFault, request: IncomingMessage, response: ServerResponse): void {
  if (fault === 'hang') return;
  if (fault === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  const { status, name, cut } = fault;
  if (cut === 'head') {
    request.socket.end(`HTTP/1.1 ${status} Failure\r\n`);
    return;
  }
  const headers = name === undefined ? {} : { 'x-amzn-errortype': name };
  if (cut === undefined) {
    response.writeHead(status, headers).end('{"message":"No."}');
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': '100' }).write('{"mess');
  if (cut === 'body') setImmediate(() => request.socket.end());
}
