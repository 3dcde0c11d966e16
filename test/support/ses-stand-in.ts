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
  /** Fails from now on; null ends it. */
  failWith(fault: SesFault | null): void;
  refuseConnections(): Promise<void>;
  listenAgain(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a replacement for SES at the socket, which fails in the selected way. Like SES, it has no list of accepted
 * messages.
 */
export async function startSesStandIn(): Promise<SesStandIn> {
  const accepted: string[] = [];
  let fault: SesFault | null = null;
  let requests = 0;
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests += 1;
      if (fault === null) {
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
