import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { maxBodyBytes } from '../../domain/json/max-body-bytes';
import { callFrom } from '../support/call-from';
import { keepWindowsOpen } from '../support/transactional';
import { useWorld } from '../support/world';

/** A compressed body costs no more than its limit, whatever its decompressed size. */

const world = useWorld({ temporal: false });

beforeEach(() => world.database('rate_limits').delete());

afterEach(() => jest.restoreAllMocks());

/** The size of one chunk from a Node decoder. */
const chunkBytes = zlib.constants.Z_DEFAULT_CHUNK;
const zeros = Buffer.alloc(64 * maxBodyBytes);

const encodings = [
  { encoding: 'gzip', compress: zlib.gzipSync, createDecoder: zlib.createGunzip },
  { encoding: 'deflate', compress: zlib.deflateSync, createDecoder: zlib.createInflate },
  { encoding: 'br', compress: (bytes: Buffer) => zlib.brotliCompressSync(bytes, fast), createDecoder: createBrotli },
];
const fast = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } };
function createBrotli(): Transform {
  return zlib.createBrotliDecompress();
}

/** Records the decoders that are created from now on, with their decoded bytes. */
function watchDecoders(): Map<Transform, number> {
  const decoded = new Map<Transform, number>();
  for (const { createDecoder } of encodings) {
    const prototype = Object.getPrototypeOf(createDecoder()) as Transform;
    const { push } = prototype;
    jest.spyOn(prototype, 'push').mockImplementation(function (this: Transform, chunk: Buffer | null, ...rest) {
      decoded.set(this, (decoded.get(this) ?? 0) + (chunk?.length ?? 0));
      return push.call(this, chunk, ...rest);
    });
  }
  return decoded;
}

interface Call {
  url?: string;
  from?: string;
  path?: string;
  headers?: Record<string, string>;
}

/** Sends a body in chunks without a content length. */
async function send(body: Buffer, encoding: string, call: Call = {}) {
  const { url = world.apiUrl, from = '127.0.0.1', path = '/api/events', headers = {} } = call;
  const sent = request(url + path, {
    method: 'POST',
    localAddress: from,
    agent: false,
    headers: { 'content-type': 'application/json', 'content-encoding': encoding, ...headers },
  });
  // The server may close the connection before the rest of a refused body is sent.
  sent.on('error', () => undefined);
  sent.write(body);
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, body: JSON.parse(text) as Record<string, unknown>, headers: response.headers };
}

const event = () => ({
  workspaceKey: world.demo.workspaceKey,
  type: 'pageview',
  visitorId: 'v',
  url: 'https://a.example/',
});

describe.each(encodings)('a body in $encoding', ({ encoding, compress }) => {
  it('that decodes to more than 1 MB returns 413, and its decoder stops at the limit', async () => {
    const bomb = compress(zeros);
    expect(bomb.length).toBeLessThan(maxBodyBytes / 10);
    const decoders = watchDecoders();
    const response = await send(bomb, encoding);
    expect([response.status, response.body['code']]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const [[decoder, bytes] = [], ...others] = decoders;
    expect(others).toEqual([]);
    expect(decoder?.destroyed).toBe(true);
    expect(bytes).toBeGreaterThan(maxBodyBytes);
    expect(bytes).toBeLessThanOrEqual(maxBodyBytes + chunkBytes);
  });

  it('of up to 1 MB is accepted at any compression ratio', async () => {
    const body = Buffer.from(JSON.stringify(event()).padEnd(maxBodyBytes));
    expect(await send(compress(body), encoding)).toMatchObject({ status: 200, body: { received: 1 } });
  });

  it('that is truncated returns 400', async () => {
    const whole = compress(Buffer.from(JSON.stringify(event())));
    const response = await send(whole.subarray(0, whole.length - 4), encoding);
    expect([response.status, response.body['code']]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

test('more than 1 MB of compressed input returns 413 without decoding, even if it decodes to nothing', async () => {
  const decoders = watchDecoders();
  const empty = zlib.gzipSync('');
  const body = Buffer.concat(Array<Buffer>(Math.ceil((1.2 * maxBodyBytes) / empty.length)).fill(empty));
  expect((await send(body, 'gzip')).status).toBe(413);
  expect(decoders.size).toBe(0);
});

test('with a key, access and rate limit are checked before the body is decoded', async () => {
  const { url } = await world.startApi({ RATE_LIMITS: 'on', RATE_LIMIT_WRITE: '1' });
  const path = '/api/journeys';
  const bomb = zlib.gzipSync(zeros);
  const headers = { 'x-api-key': (await world.ownerApi.post('/api/keys', { name: 'limited' })).body.rawKey as string };
  expect((await send(bomb, 'gzip', { url, path, headers })).status).toBe(413);
  await keepWindowsOpen(world);
  const decoders = watchDecoders();
  expect((await send(bomb, 'gzip', { url, path, headers })).status).toBe(429);
  expect((await send(bomb, 'gzip', { url, path, headers: { 'x-api-key': 'svc_sk_unknown' } })).status).toBe(401);
  expect((await send(bomb, 'gzip', { url, path })).status).toBe(401);
  expect(decoders.size).toBe(0);
});

test('after 60 refused bodies, compressed and large bodies from that network get 429; small events are accepted', async () => {
  const { url } = await world.startApi({ RATE_LIMITS: 'on' });
  const from = '127.0.0.41';
  const refused = () => send(Buffer.from('not compressed'), 'gzip', { url, from });
  expect((await refused()).status).toBe(400);
  await keepWindowsOpen(world);
  for (let count = 1; count < 60; count += 1) expect((await refused()).status).toBe(400);
  expect(await world.database('rate_limits').where('key', `refused_body:${from}`).pluck('points')).toEqual([60]);

  const decoders = watchDecoders();
  const honest = zlib.gzipSync(JSON.stringify(event()));
  const limited = await send(honest, 'gzip', { url, from });
  expect(limited).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  expect(decoders.size).toBe(0);
  const large = { ...event(), data: { note: 'x'.repeat(70_000) } };
  expect((await callFrom(from, `${url}/api/events`, { method: 'POST', body: large })).status).toBe(429);

  expect((await callFrom(from, `${url}/api/events`, { method: 'POST', body: event() })).status).toBe(200);
  expect((await send(honest, 'gzip', { url, from: '127.0.0.42' })).status).toBe(200);
  const withKey = { path: '/api/v1/events', headers: { 'x-api-key': world.demo.serverKey } };
  const keyed = await send(zlib.gzipSync(JSON.stringify({ ...event(), workspaceKey: undefined })), 'gzip', {
    url,
    from,
    ...withKey,
  });
  expect(keyed.status).toBe(200);
});

test('a body refused after its workspace is known does not count against the network', async () => {
  const { url } = await world.startApi({ RATE_LIMITS: 'on' });
  const from = '127.0.0.43';
  const large = { ...event(), data: { note: 'x'.repeat(40_000) } };
  const response = await send(zlib.gzipSync(JSON.stringify(large)), 'gzip', { url, from });
  expect([response.status, response.headers['x-ratelimit-limit']]).toEqual([413, '1000']);
  expect(await world.database('rate_limits').where('key', `refused_body:${from}`)).toEqual([]);
});
