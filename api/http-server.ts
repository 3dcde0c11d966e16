import {
  createServer,
  maxHeaderSize,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionCounts } from './connection-counts';
import type { ErrorBody } from './middleware/errors';

export interface ConnectionSettings {
  /** Milliseconds within which the headers of a request have to arrive, from its first byte. */
  headersTimeoutMs: number;
  /** Milliseconds within which a whole request has to arrive. */
  requestTimeoutMs: number;
  /** Milliseconds that a connection without a request is kept. */
  keepAliveTimeoutMs: number;
  maxConnections: number;
}

/** Milliseconds between two looks at requests that are still arriving: Node's own 30 s would outlast every timeout here. */
const checkIntervalMs = 1_000;

/**
 * An HTTP server that no client holds up: a request that does not arrive in time is answered with 408, one that is no HTTP, or whose
 * address and headers are too long, with 400, and the connection is closed. Connections beyond the limit are closed at once, before
 * anything is read.
 * @param counts are kept up to date
 */
export function createHttpServer(
  handler: RequestListener,
  settings: ConnectionSettings,
  counts: ConnectionCounts,
): Server {
  const { headersTimeoutMs: headersTimeout, requestTimeoutMs: requestTimeout } = settings;
  const connectionsCheckingInterval = Math.min(checkIntervalMs, headersTimeout, requestTimeout);
  const server = createServer({
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval,
    keepAliveTimeout: settings.keepAliveTimeoutMs,
  });
  server.maxConnections = settings.maxConnections;
  server.on('drop', () => void (counts.refused += 1));
  server.on('connection', (socket) => {
    counts.open += 1;
    socket.once('close', () => void (counts.open -= 1));
  });
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    responses.set(request.socket, response);
    handler(request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') counts.timedOut += 1;
    const last = responses.get(socket);
    // An answer that has begun must not be followed by another one, unless its request is over.
    const isFree = last === undefined || !last.headersSent || (last.writableFinished && last.req.complete);
    if (!socket.writable || !isFree) socket.destroy(error);
    else socket.end(rawResponse(refusalOf(error, settings)), () => socket.destroy());
  });
  return server;
}

function refusalOf({ code }: NodeJS.ErrnoException, settings: ConnectionSettings): ErrorBody {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT': {
      const error =
        `The request did not arrive within ${settings.requestTimeoutMs / 1_000} s (headers: ` +
        `${settings.headersTimeoutMs / 1_000} s). Retry the request.`;
      return { error, code: 'REQUEST_TIMEOUT', status: 408 };
    }
    case 'HPE_HEADER_OVERFLOW': {
      const error = `The URL and headers of a request can have at most ${maxHeaderSize / 1_024} KB in total. Shorten them.`;
      return { error, code: 'VALIDATION_ERROR', status: 400 };
    }
    default:
      return { error: 'The request is not valid HTTP.', code: 'VALIDATION_ERROR', status: 400 };
  }
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
};

/** Outside Koa: there may be no request that it could answer. */
function rawResponse(body: ErrorBody): string {
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${body.status} ${reasons[body.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
    '',
    text,
  ].join('\r\n');
}
