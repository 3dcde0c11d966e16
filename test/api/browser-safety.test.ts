import { useWorld } from '../support/world';

const world = useWorld({ temporal: false });

const origin = 'https://shop.example.com';

test('public routes allow every origin, without credentials', async () => {
  const headers = 'baggage,content-type,traceparent,x-b3-traceid';
  const preflight = await world.api.raw('/api/events', {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': headers },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
  expect(preflight.headers.get('access-control-allow-headers')).toBe(headers);
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  const event = { workspaceKey: world.demo.workspaceKey, type: 'pageview', visitorId: 'v', url: origin };
  const beacon = await world.api.raw('/api/events', {
    method: 'POST',
    headers: { origin, 'content-type': 'text/plain;charset=UTF-8' },
    body: JSON.stringify(event),
  });
  expect([beacon.status, beacon.body]).toEqual([200, { received: 1 }]);
  expect(beacon.headers.get('access-control-allow-origin')).toBe('*');
  expect(beacon.headers.get('set-cookie')).toBeNull();
  const bad = await world.api.raw('/api/events', {
    method: 'POST',
    headers: { origin, 'content-type': 'text/plain' },
    body: '{',
  });
  expect([bad.status, bad.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
});

test.each(['/api/events/', '/API/events', '/api/Events', '/api//events', '/api/%65vents'])(
  '%s is not a public route for a preflight or a request',
  async (path) => {
    for (const method of ['OPTIONS', 'POST'] as const) {
      const response = await world.api.raw(path, { method, headers: { origin } });
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([404, null]);
    }
  },
);

test('no other route allows other origins', async () => {
  const journeys = await world.api.raw('/api/journeys', { headers: { origin, 'x-api-key': world.demo.serverKey } });
  expect([journeys.status, journeys.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  const preflight = await world.api.raw('/api/journeys', { method: 'OPTIONS', headers: { origin } });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, null]);
  expect(preflight.headers.get('access-control-allow-headers')).toBeNull();
});

test('responses have headers that prevent sniffing, framing and caching', async () => {
  const { headers } = await world.api.raw('/api/journeys', { headers: { 'x-api-key': world.demo.serverKey } });
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
  });
  const page = await world.api.raw('/docs', {});
  expect(page.headers.get('content-type')).toMatch('text/html');
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
});

test('console previews can be framed only by the console, even when they are refused', async () => {
  const refused = await world.api.raw('/console/previews/communications/com_none', {});
  expect(refused.status).toBe(401);
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
  });
  expect(refused.headers.get('x-frame-options')).toBeNull();
});
