import type { z } from 'zod';
import { routes } from '../../api/routes';
import { smallestBodies } from './smallest-bodies';

// The type checker compares these bodies with the client's types; these tests compare them with the routes.

const bodies = Object.entries(smallestBodies).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).flatMap(([method, list]) => list.map((body) => ({ path, method, body: body as object }))),
);
const routesWithBody = routes
  .filter(({ request }) => request?.body !== undefined)
  .map(({ path, method, request }) => ({
    path: path.replace(/:([A-Za-z]+)/g, '{$1}'),
    method,
    schema: request?.body as z.ZodType,
  }));

test('every route with a request body has an example', () => {
  const named = new Set(bodies.map(({ path, method }) => `${method} ${path}`));
  expect(routesWithBody.length).toBeGreaterThan(50);
  expect([...named].sort()).toEqual(routesWithBody.map(({ path, method }) => `${method} ${path}`).sort());
});

test.each(bodies)('$method $path accepts $body', ({ path, method, body }) => {
  const route = routesWithBody.find((one) => one.path === path && one.method === method);
  expect(route?.schema.safeParse(body).error).toBeUndefined();
});
