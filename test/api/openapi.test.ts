import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { routes } from '../../api/routes';
import { useWorld } from '../support/world';

const world = useWorld({ temporal: false });

test('the document is valid OpenAPI 3.1', async () => {
  const { body } = await world.api.get('/api/openapi.json');
  const validator = new Validator();
  const result = await validator.validate(body);
  expect(result).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('intervals are arrays of two numbers, which client generators support', async () => {
  const { body } = await world.api.get('/api/openapi.json');
  expect(JSON.stringify(body)).not.toContain('prefixItems');
  expect(body.components.schemas.VariantResult.properties.credibleInterval95).toMatchObject({
    type: 'array',
    items: { type: 'number', minimum: 0, maximum: 1 },
    minItems: 2,
    maxItems: 2,
  });
});

test('every operation documents its access, rate limit and errors', async () => {
  const { body } = await world.api.get('/api/openapi.json');
  const operations = Object.values(body.paths).flatMap((path) => Object.values(path as object));
  expect(operations.length).toBeGreaterThanOrEqual(14);
  for (const operation of operations) {
    expect(operation).toMatchObject({
      security: expect.any(Array),
      tags: [expect.any(String)],
      summary: expect.any(String),
    });
    expect(['ingest', 'read', 'write', 'throughput', 'none']).toContain(operation['x-rate-limit-class']);
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['500', '503']));
  }
});

test('probes are documented, including the response when a dependency is unavailable', async () => {
  const { paths } = (await world.api.get('/api/openapi.json')).body;
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/healthz', '/readyz', '/metrics']));
  const away = paths['/readyz'].get.responses['503'].content['application/json'].schema;
  expect(away.properties).toMatchObject({ status: {}, dependencies: {} });
});

test('descriptions say what a version freezes and what a running experiment allows', async () => {
  const { paths } = (await world.api.get('/api/openapi.json')).body;
  for (const noun of ['audiences', 'trigger-contracts', 'communications']) {
    expect(paths[`/api/${noun}/{id}`].patch.description).toMatch(/^Published journey versions keep their copy/);
  }
  for (const path of ['/api/experiments', '/api/experiments/{id}']) {
    expect(paths[path].patch.description).toContain('content of variants (`css`, `js`, `patch`)');
  }
});

test('a status with JSON for clients and a page for browsers is documented as both', async () => {
  const { body } = await world.api.get('/api/openapi.json');
  const links = [
    ['get', '/u/{token}'],
    ['post', '/u/{token}/resubscribe'],
    ['get', '/t/o/{token}'],
    ['get', '/t/c/{token}'],
  ] as const;
  for (const [method, path] of links) {
    const { description, content } = body.paths[path][method].responses['404'];
    expect([path, description]).toEqual([path, 'NOT_FOUND. An HTML page.']);
    const client = await world.api.raw(path.replace('{token}', 'x'), { method: method.toUpperCase() });
    const browser = await world.api.raw(path.replace('{token}', 'x'), {
      method: method.toUpperCase(),
      headers: { accept: 'text/html' },
    });
    expect([client.status, browser.status]).toEqual([404, 404]);
    const types = [client, browser].map(({ headers }) =>
      headers.get('content-type')?.replace(/^application.json.*/, 'application/json'),
    );
    expect(Object.keys(content)).toEqual(types);
  }
});

test('a route for server keys does not list the session', async () => {
  const { paths } = (await world.api.get('/api/openapi.json')).body;
  expect(paths['/api/v1/events'].post.security).toEqual([{ apiKey: [] }, { bearerKey: [] }]);
  expect(paths['/api/journeys'].post.security).toContainEqual({ session: [] });
});

test('every body has a valid example', async () => {
  const withBody = routes.filter((route) => route.request?.body !== undefined);
  expect(withBody.length).toBeGreaterThanOrEqual(14);
  for (const { method, path, request } of withBody) {
    const body = request?.body;
    const options = body instanceof z.ZodUnion ? (body.options as z.ZodType[]) : [body as z.ZodType];
    const examples = [...new Set([body as z.ZodType, ...options])].flatMap(
      (schema) => (schema.meta()?.['examples'] as unknown[] | undefined) ?? [],
    );
    expect([method, path, examples.length >= options.length]).toEqual([method, path, true]);
    for (const example of examples) expect([path, body?.safeParse(example).error]).toEqual([path, undefined]);
  }
});

test('the page loads everything from this server', async () => {
  const page = await world.api.get('/docs');
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  const links = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
  expect(links.length).toBeGreaterThanOrEqual(4);
  for (const link of links) {
    expect(link).toMatch(/^\/docs\//);
    expect((await world.api.get(link)).status).toBe(200);
  }
  expect((await world.api.get('/docs/..%2Fpackage.json')).status).toBe(404);
});
