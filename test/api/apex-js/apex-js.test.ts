import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';
import { createExperiment } from '../../support/workspaces';

const world = useWorld({ temporal: false });

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** Reads raw bytes, because fetch would decompress the body. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    request(world.apiUrl + path, { headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const shortCache = 'public, max-age=60';
const keyed = (): string => `/api/apex-js?key=${world.demo.workspaceKey}`;
const currentVersion = async (): Promise<{ version: string; integrity: string }> => {
  const { body } = await world.api.get('/api/apex-js/none.js');
  const [, version = '', integrity = ''] = /version is (\w+) with integrity (\S+)\.$/.exec(body.error) ?? [];
  return { version, integrity };
};

test('the snippet is a script that pages of every origin can load', async () => {
  const { status, headers, bytes } = await get(keyed());
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': shortCache,
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    vary: 'Accept-Encoding',
    etag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
  });
  expect(headers['content-encoding']).toBeUndefined();
  expect(bytes.toString()).toContain(`{"key":"${world.demo.workspaceKey}","respectDoNotTrack":false}`);
});

test.each([
  ['8 KB without experiments', '', 8_192],
  ['12 KB with experiments', '&experiments=on', 12_288],
])('it is at most %s when compressed, and decompresses to the same bytes', async (_, query, maxBytes) => {
  const address = keyed() + query;
  const plain = await get(address);
  const gzipped = await get(address, { 'accept-encoding': 'gzip' });
  const brotlied = await get(address, { 'accept-encoding': 'gzip, deflate, br, zstd' });
  expect([gzipped.headers['content-encoding'], brotlied.headers['content-encoding']]).toEqual(['gzip', 'br']);
  expect(gzipped.bytes.length).toBeLessThanOrEqual(maxBytes);
  expect(gzipped.bytes.length).toBeGreaterThan(1_000);
  expect(brotlied.bytes.length).toBeLessThan(gzipped.bytes.length);
  expect(gunzipSync(gzipped.bytes)).toEqual(plain.bytes);
  expect(brotliDecompressSync(brotlied.bytes)).toEqual(plain.bytes);
  expect(gzipped.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect((await get(address, { 'accept-encoding': 'gzip;q=0, br;q=0' })).headers['content-encoding']).toBeUndefined();
  expect(plain.bytes.includes('/api/experiments/active')).toBe(query !== '');
});

test('a cached script is replaced within five seconds after an experiment starts or ends', async () => {
  const { database, demo } = world;
  const small = await get(keyed());
  const { id } = await createExperiment(database, demo.workspaceId, { targetUrl: '/pricing' });
  const revalidate = async (etag: unknown, status: number): Promise<Raw> =>
    waitFor(async () => {
      const response = await get(keyed(), { 'if-none-match': String(etag) });
      return response.status === status && response;
    });
  const large = await revalidate(small.headers['etag'], 200);
  expect(large.headers).toMatchObject({ 'cache-control': 'public, max-age=300' });
  expect(large.bytes).toEqual((await get(`${keyed()}&experiments=on`)).bytes);
  expect((await revalidate(large.headers['etag'], 304)).bytes).toHaveLength(0);
  await database('experiments').where({ workspace_id: demo.workspaceId, id }).update({ status: 'paused' });
  expect((await revalidate(large.headers['etag'], 200)).bytes).toEqual(small.bytes);
});

test('the ETag identifies the bytes, and a matching If-None-Match returns 304', async () => {
  const seen = new Set<unknown>();
  for (const encoding of ['identity', 'gzip', 'br']) {
    const { headers } = await get(keyed(), { 'accept-encoding': encoding });
    const etag = String(headers['etag']);
    seen.add(etag);
    for (const given of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const again = await get(keyed(), { 'accept-encoding': encoding, 'if-none-match': given });
      expect([given, again.status, again.bytes.length]).toEqual([given, 304, 0]);
      expect(again.headers).toMatchObject({ etag, 'cache-control': shortCache, vary: 'Accept-Encoding' });
    }
    const other = await get(keyed(), { 'accept-encoding': encoding, 'if-none-match': '"other"' });
    expect(other.status).toBe(200);
  }
  expect(seen.size).toBe(3);
});

test('HEAD returns the headers of GET without the body', async () => {
  const { status, headers, bytes } = await get(keyed(), { 'accept-encoding': 'gzip' }, 'HEAD');
  const full = await get(keyed(), { 'accept-encoding': 'gzip' });
  expect([status, bytes.length, headers['etag']]).toEqual([200, 0, full.headers['etag']]);
  expect(headers['content-length']).toBe(String(full.bytes.length));
});

test('a workspace setting changes its own snippet but not the version', async () => {
  const before = await get(keyed());
  const { version } = await currentVersion();
  const changed = await world.api.patch('/api/workspace', { respectDoNotTrack: true });
  expect([changed.status, changed.body.respectDoNotTrack]).toEqual([200, true]);
  const after = await get(keyed(), { 'if-none-match': String(before.headers['etag']) });
  expect(after.status).toBe(200);
  expect(after.bytes.toString()).toContain('"respectDoNotTrack":true}');
  expect((await currentVersion()).version).toBe(version);
  expect((await world.api.get('/api/workspace')).body.respectDoNotTrack).toBe(true);
  expect((await world.api.patch('/api/workspace', { respectDoNotTrack: 'yes' })).status).toBe(400);
  await world.api.patch('/api/workspace', { respectDoNotTrack: false });
  expect((await get(keyed())).headers['etag']).toBe(before.headers['etag']);
});

test.each([
  ['no key', '', 400, 'VALIDATION_ERROR'],
  ['an empty key', '?key=', 400, 'VALIDATION_ERROR'],
  ['an unknown value of `experiments`', '?key=svc_pk_nobody&experiments=off', 400, 'VALIDATION_ERROR'],
  ['two keys', '?key=a&key=b', 400, 'VALIDATION_ERROR'],
  ['a key that nobody has', '?key=svc_pk_nobody', 401, 'UNAUTHORIZED'],
])('%s is refused, and the refusal is not cached', async (_, query, status, code) => {
  const reply = await world.api.get(`/api/apex-js${query}`);
  expect([reply.status, reply.body.code]).toEqual([status, code]);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('etag')).toBeNull();
});

test('the versioned snippet is the same for all workspaces, immutable, and matches its hash', async () => {
  const { version, integrity } = await currentVersion();
  const { status, headers, bytes } = await get(`/api/apex-js/${version}.js`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  });
  expect(createHash('sha256').update(bytes).digest('hex').slice(0, 16)).toBe(version);
  expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`).toBe(integrity);
  expect(bytes.toString()).not.toContain('svc_pk_');
});

test('an unknown version returns 404', async () => {
  const { version } = await currentVersion();
  expect(version).toMatch(/^[0-9a-f]{16}$/);
  for (const wrong of ['0000000000000000', `${version}x`, '..%2F..%2Fsnippet']) {
    const reply = await world.api.get(`/api/apex-js/${wrong}.js`);
    expect([reply.status, reply.body.code]).toEqual([404, 'NOT_FOUND']);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  }
});
