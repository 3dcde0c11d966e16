import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  connect,
  constants,
  createSecureServer,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { readCertificate, type CertificateFiles } from './certificates';

export interface GatewayOptions {
  /** What the gateway presents. */
  server: CertificateFiles;
  /** PEM file of the authority whose client certificates it demands; without one it demands none. */
  clientAuthority?: string;
  /** Checks `authorization: Bearer <key>`. */
  apiKey?: string;
  /** Paths that are refused as they are by a server without them. */
  refuses?: RegExp;
}

/** A gRPC proxy before the Temporal of the tests, with TLS and what else stands before a cluster. */
export interface TemporalGateway {
  /** `localhost:<port>` */
  address: string;
  /** Requests that came through so far, by method: `GetSystemInfo`. */
  forwarded: string[];
  /** From now on it trusts this authority of clients; every connection is closed. */
  trust(clientAuthority: string): void;
  close(): Promise<void>;
}

const unauthenticated = '16';
const permissionDenied = '7';
const unavailable = '14';

export async function startTemporalGateway(target: string, options: GatewayOptions): Promise<TemporalGateway> {
  const forwarded: string[] = [];
  const sessions = new Set<ServerHttp2Session>();
  const upstream = connect(`http://${target}`);
  upstream.on('error', () => undefined);
  const tls = (clientAuthority: string | undefined) => ({
    ...readCertificate(options.server),
    ...(clientAuthority !== undefined && { ca: readFileSync(clientAuthority) }),
  });
  const demandsCertificate = options.clientAuthority !== undefined;
  const server = createSecureServer({
    ...tls(options.clientAuthority),
    requestCert: demandsCertificate,
    rejectUnauthorized: demandsCertificate,
  });
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => undefined).on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    const path = String(headers[':path']);
    if (options.apiKey !== undefined && headers.authorization !== `Bearer ${options.apiKey}`) {
      refuse(stream, unauthenticated, 'Request unauthorized.');
    } else if (options.refuses?.test(path)) refuse(stream, permissionDenied, 'Request unauthorized.');
    else {
      forwarded.push(path.slice(path.lastIndexOf('/') + 1));
      forward(upstream, stream, headers);
    }
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const closeSessions = (): void => {
    for (const session of sessions) session.destroy();
  };
  return {
    address: `localhost:${(server.address() as AddressInfo).port}`,
    forwarded,
    trust(clientAuthority) {
      server.setSecureContext(tls(clientAuthority));
      closeSessions();
    },
    async close() {
      closeSessions();
      upstream.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refuse(stream: ServerHttp2Stream, code: string, message: string): void {
  const headers = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': code, 'grpc-message': message };
  stream.respond(headers, { endStream: true });
}

/** Of pseudo-headers gRPC needs those of the request; a response has only its status. */
function forward(upstream: ClientHttp2Session, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
  const request = upstream.request({ ...headers });
  let trailers: IncomingHttpHeaders = { 'grpc-status': unavailable };
  request.on('response', (response, flags) => {
    const endStream = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    if (stream.destroyed) return;
    stream.respond(response, { endStream, waitForTrailers: !endStream });
    if (!endStream) request.pipe(stream);
  });
  request.on('trailers', (received) => (trailers = received));
  request.on('error', () => stream.close(constants.NGHTTP2_CANCEL));
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  stream.on('close', () => request.close());
  stream.pipe(request);
}
