import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a receiver of webhooks sees it. */
export interface ReceivedCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  /** `127.0.0.1:port`, the value for WEBHOOK_ALLOW_HOSTS. */
  host: string;
  port: number;
  calls: ReceivedCall[];
  /** Returns the idempotency keys of the calls. A repeat has the same key. */
  keys: () => ReadonlySet<string>;
  /** Returns the number of opened connections, even without a request. */
  connections: () => number;
  /** Sets the response to later calls, sent after their body is read. */
  respondWith(responder: Responder): void;
  stop(): Promise<void>;
}

type Responder = (response: ServerResponse, request: IncomingMessage) => void;

export const status =
  (code: number, headers: Record<string, string> = {}): Responder =>
  (response) =>
    response.writeHead(code, headers).end();

/** Starts a real server on loopback that stores its requests. Responds with 200 by default. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const calls: ReceivedCall[] = [];
  let responder: Responder = status(200);
  let connections = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    calls.push({ method, path, headers, body: Buffer.concat(chunks).toString('utf8') });
    responder(response, request);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    port,
    calls,
    keys: () => new Set(calls.map(({ headers }) => String(headers['idempotency-key']))),
    connections: () => connections,
    respondWith(next) {
      responder = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
