import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  connect,
  constants,
  createSecureServer,
  createServer,
  type ClientHttp2Session,
  type Http2SecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { readCertificate, type CertificateFiles } from './certificates';

export interface GatewayOptions {
  /** The certificate that the gateway presents; without one it does not use TLS. */
  server?: CertificateFiles;
  /** PEM file of the authority for the required client certificates; without one it requires none. */
  clientAuthority?: string;
  /** Checks `authorization: Bearer <key>`. */
  apiKey?: string;
  /** Paths that are refused, as by a server that does not have them. */
  refuses?: RegExp;
}

/**
 * The treatment of a call. Unanswered: it does not reach Temporal, and there is no response. Withheld: it reaches
 * Temporal, but there is no response. Limited: RESOURCE_EXHAUSTED, as Temporal Cloud responds above a namespace's rate
 * limit.
 */
export type Treatment = 'forwarded' | 'unanswered' | 'withheld' | 'limited';

/** A gRPC proxy in front of the test Temporal, with TLS and other features of a gateway to a cluster. */
export interface TemporalGateway {
  /** `localhost:<port>` */
  address: string;
  /** Requests that were forwarded so far, by method: `GetSystemInfo`. */
  forwarded: string[];
  /** Selects the treatment of each call by its method: `StartWorkflowExecution`. By default all are forwarded. */
  treat: (method: string) => Treatment;
  /** Trusts this authority for client certificates from now on, and closes every connection. */
  trust(clientAuthority: string): void;
  close(): Promise<void>;
}

const unauthenticated = '16';
const permissionDenied = '7';
const resourceExhausted = '8';
const unavailable = '14';

export async function startTemporalGateway(target: string, options: GatewayOptions): Promise<TemporalGateway> {
  const sessions = new Set<ServerHttp2Session>();
  const upstream = connect(`http://${target}`);
  upstream.on('error', () => undefined);
  const server = createGatewayServer(options);
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => undefined).on('close', () => sessions.delete(session));
  });
  const closeSessions = (): void => {
    for (const session of sessions) session.destroy();
  };
  const gateway: TemporalGateway = {
    address: '',
    forwarded: [],
    treat: () => 'forwarded',
    trust(clientAuthority) {
      if ('setSecureContext' in server) server.setSecureContext(tlsOf(options, clientAuthority));
      closeSessions();
    },
    async close() {
      closeSessions();
      upstream.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    const path = String(headers[':path']);
    if (options.apiKey !== undefined && headers.authorization !== `Bearer ${options.apiKey}`) {
      refuse(stream, unauthenticated, 'Request unauthorized.');
    } else if (options.refuses?.test(path)) refuse(stream, permissionDenied, 'Request unauthorized.');
    else pass(gateway, upstream, stream, headers);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  gateway.address = `localhost:${(server.address() as AddressInfo).port}`;
  return gateway;
}

function createGatewayServer(options: GatewayOptions): Http2Server | Http2SecureServer {
  if (options.server === undefined) return createServer();
  const demandsCertificate = options.clientAuthority !== undefined;
  return createSecureServer({
    ...tlsOf(options, options.clientAuthority),
    requestCert: demandsCertificate,
    rejectUnauthorized: demandsCertificate,
  });
}

const tlsOf = ({ server }: GatewayOptions, clientAuthority: string | undefined) => ({
  ...(server !== undefined && readCertificate(server)),
  ...(clientAuthority !== undefined && { ca: readFileSync(clientAuthority) }),
});

function pass(
  gateway: TemporalGateway,
  upstream: ClientHttp2Session,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): void {
  const path = String(headers[':path']);
  const method = path.slice(path.lastIndexOf('/') + 1);
  const treatment = gateway.treat(method);
  if (treatment === 'limited') return refuse(stream, resourceExhausted, 'namespace rate limit exceeded');
  if (treatment === 'unanswered') return void stream.resume();
  gateway.forwarded.push(method);
  if (treatment === 'forwarded') return forward(upstream, stream, headers);
  const request = upstream.request({ ...headers });
  request.on('error', () => undefined).resume();
  stream.pipe(request);
}

function refuse(stream: ServerHttp2Stream, code: string, message: string): void {
  const headers = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': code, 'grpc-message': message };
  // A partly read request would use up the window of the connection.
  stream.resume().once('end', () => {
    if (!stream.destroyed) stream.respond(headers, { endStream: true });
  });
}

/** gRPC needs the pseudo-headers of the request; a response only has its status. */
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
