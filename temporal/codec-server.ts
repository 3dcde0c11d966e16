import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { z } from 'zod';
import { PayloadCodecError } from './payload-codec';

/**
 * Implements Temporal's remote codec protocol (docs.temporal.io/production-deployment/data-encryption). The UI and the
 * command line post payloads to `/decode` and show the result. `/encode` encrypts data that an operator sends.
 */

export interface CodecServerOptions {
  codec: PayloadCodec;
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Token that callers send as `Authorization: Bearer …`. Without it, anyone who can reach the port may call. */
  token?: string | undefined;
  /** URL of the UI. Its pages may call the server. */
  uiUrl: string;
}

/** Temporal limits a message to 4 MB, and base64 adds a third. */
const maxBodyBytes = 8 * 2 ** 20;

const base64 = z.base64();
const payloads = z.object({
  payloads: z.array(z.object({ metadata: z.record(z.string(), base64).optional(), data: base64.optional() })),
});

/** A request that gets an error response. */
class RefusedError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** @throws the system error if it cannot listen */
export async function startCodecServer(
  options: CodecServerOptions,
): Promise<{ port: number; close: () => Promise<void> }> {
  const origin = new URL(options.uiUrl).origin;
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-credentials', 'true');
    response.setHeader('vary', 'Origin');
    respond(request, response, { ...options, origin }).catch((error: unknown) => {
      const status = error instanceof RefusedError ? error.status : 500;
      const message = error instanceof RefusedError ? error.message : 'The payloads could not be converted.';
      if (status === 413) response.setHeader('connection', 'close');
      send(response, status, { error: message, status });
    });
  });
  server.requestTimeout = 10_000;
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  options: CodecServerOptions & { origin: string },
): Promise<void> {
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'POST');
    response.setHeader('access-control-allow-headers', 'authorization, content-type, x-namespace');
    response.writeHead(204).end();
    return;
  }
  const [pathname = ''] = (request.url ?? '').split('?');
  const action = /^\/(encode|decode)$/.exec(pathname)?.[1] as 'encode' | 'decode' | undefined;
  if (action === undefined) throw new RefusedError(404, 'Not found. Use POST /decode or POST /encode.');
  if (request.method !== 'POST') throw new RefusedError(405, `Use POST ${pathname}.`);
  // Another page may reach this server under its own host name, and then read the responses.
  const { origin } = request.headers;
  if (origin !== undefined && origin !== options.origin) {
    throw new RefusedError(403, `Only pages of TEMPORAL_UI_URL (${options.uiUrl}) may call this server.`);
  }
  if (!isAllowed(request, options.token)) {
    throw new RefusedError(401, 'Send TEMPORAL_CODEC_TOKEN as "Authorization: Bearer …".');
  }
  const converted = await convert(options.codec, action, await readPayloads(request));
  send(response, 200, { payloads: converted.map(toJson) });
}

/** @throws RefusedError if the payloads cannot be decrypted */
async function convert(codec: PayloadCodec, action: 'encode' | 'decode', given: Payload[]): Promise<Payload[]> {
  try {
    return await codec[action](given);
  } catch (error) {
    if (error instanceof PayloadCodecError) throw new RefusedError(400, error.message);
    throw error;
  }
}

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

const isAllowed = ({ headers }: IncomingMessage, token: string | undefined): boolean =>
  token === undefined || timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));

/** @throws RefusedError if the body is too large or invalid */
async function readPayloads(request: IncomingMessage): Promise<Payload[]> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new RefusedError(413, `The body must be at most ${maxBodyBytes} bytes.`);
    chunks.push(chunk);
  }
  const parsed = payloads.safeParse(parseJson(Buffer.concat(chunks).toString('utf8')));
  if (!parsed.success) {
    throw new RefusedError(
      400,
      'The body must be JSON: { "payloads": [{ "metadata": { … base64 }, "data": base64 }] }.',
    );
  }
  return parsed.data.payloads.map(({ metadata = {}, data = '' }) => ({
    metadata: Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value, 'base64')])),
    data: Buffer.from(data, 'base64'),
  }));
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const asBase64 = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('base64');

const toJson = ({ metadata, data }: Payload): object => ({
  metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, asBase64(value)])),
  data: asBase64(data),
});

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
