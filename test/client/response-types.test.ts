import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApexClient, type ApexClient } from '../../client/src';
import type { components } from '../../client/src/api-types';

// The type checker compares these calls with the client's types; the responses come from a server that returns fixed ones.

let server: Server;
let apex: ApexClient;
let next: { status: number; body: unknown };

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(next.status, { 'content-type': 'application/json' }).end(JSON.stringify(next.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  apex = createApexClient({ baseUrl: `http://127.0.0.1:${port}`, serverKey: 'svc_sk_test' });
});

afterAll(async () => {
  await apex.close();
  server.close();
});

test('an error has a code, a text, a status and details', async () => {
  const details = [{ path: 'name', message: 'is required' }];
  next = { status: 400, body: { error: 'The body is not valid.', code: 'VALIDATION_ERROR', status: 400, details } };
  const { data, error } = await apex.api.POST('/api/keys', { body: { name: '' } });
  expect(data).toBeUndefined();
  const code: 'VALIDATION_ERROR' | 'NOT_FOUND' | undefined =
    error?.code === 'VALIDATION_ERROR' || error?.code === 'NOT_FOUND' ? error.code : undefined;
  const paths: string[] | undefined = error?.details?.map(({ path }) => path);
  expect([code, error?.error, error?.status, paths]).toEqual([
    'VALIDATION_ERROR',
    'The body is not valid.',
    400,
    ['name'],
  ]);
});

test('an error of a transactional send is nested', async () => {
  next = {
    status: 422,
    body: { error: { code: 'missing_variables', message: 'Variables are missing.', missing: ['a'] } },
  };
  const { error } = await apex.api.POST('/api/v1/transactional/send', {
    body: { to: 'ada@example.com', commId: 'password-reset' },
    params: { header: { 'idempotency-key': 'one' } },
  });
  const missing = error !== undefined && 'missing' in error.error ? error.error.missing : undefined;
  expect([error?.error.code, missing]).toEqual(['missing_variables', ['a']]);
});

test('only a created key exposes the key itself', async () => {
  next = { status: 201, body: { id: 'key_1', rawKey: 'svc_sk_secret' } };
  const created = await apex.api.POST('/api/keys', { body: { name: 'CI' } });
  const rawKey: string | undefined = created.data?.rawKey;
  expect(rawKey).toBe('svc_sk_secret');
  const isListed: 'rawKey' extends keyof components['schemas']['Key'] ? true : false = false;
  expect(isListed).toBe(false);
});
