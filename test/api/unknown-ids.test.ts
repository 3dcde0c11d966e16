import { routes } from '../../api/routes';
import type { Route } from '../../api/route';
import { useWorld } from '../support/world';

/** An unknown id returns 404 even if the body is invalid. */

const world = useWorld({ temporal: false });

/** Paths without an id that must exist, with the reason. */
const namesNothing: Readonly<Record<string, string>> = {
  'post /api/password-reset/:token': 'a token is looked for after the rate of guesses, and no id',
  'post /api/metrics/:connectorType/import': 'a type of connector is one of a list',
  'put /api/workspace/secrets/:name': 'creates the secret',
};

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

const withBody = routes.filter(({ request }) => request?.body !== undefined);
const namedByPath = withBody.filter((route) => route.path.includes('/:') && !(nameOf(route) in namesNothing));
/** The older form of an update, with the id in the body. */
const namedByBody = withBody.filter(({ method, path }) => method === 'patch' && routes.some(isUpdateBelow(path)));

function isUpdateBelow(list: string): (route: Route) => boolean {
  return ({ method, path }) => method === 'patch' && path === `${list}/:id`;
}

const call = ({ method, access }: Route, path: string, body: string | undefined) =>
  world.ownerApi.raw(path, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${access === 'internal' ? world.environment['SYNC_API_KEY'] : world.demo.userKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });

test('every route with an id and a body is tested, and the exceptions are existing routes', () => {
  expect(namedByPath.length).toBeGreaterThanOrEqual(25);
  expect(namedByBody.map(({ path }) => path).sort()).toEqual([
    '/api/conversion-goals',
    '/api/experiments',
    '/api/goals',
    '/api/targets',
  ]);
  expect(withBody.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(namesNothing)));
});

test.each(namedByPath.map((route) => [nameOf(route), route] as const))('%s', async (_, route) => {
  // An id that is longer than any real id is unknown, not malformed.
  for (const id of ['xxx_x', 'x'.repeat(150)]) {
    const path = route.path.replaceAll(/:\w+/g, id);
    for (const body of ['{"unknown":true}', '{}', undefined]) {
      const { status, body: refusal } = await call(route, path, body);
      expect({ body, status, code: refusal.code }).toEqual({ body, status: 404, code: 'NOT_FOUND' });
    }
  }
});

test.each(namedByBody.map((route) => [nameOf(route), route] as const))('%s, by its body', async (_, route) => {
  const { status, body } = await call(route, route.path, '{"id":"xxx_x","unknown":true}');
  expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
  for (const without of ['{"unknown":true}', '{"id":7}', '{"id":""}', undefined]) {
    expect(await call(route, route.path, without)).toMatchObject({ status: 400 });
  }
});

test('an unknown target is reported before an unknown conversion', async () => {
  for (const noun of ['targets', 'goals']) {
    const refused = await world.ownerApi.patch(`/api/${noun}/tgt_x`, { sourceConversionId: 'cnv_x' });
    expect(refused).toMatchObject({ status: 404 });
  }
});

test('a catalog template is found by name', async () => {
  for (const act of ['preview', 'test']) {
    const refused = await world.ownerApi.post(`/api/communications/welcome/${act}`, { unknown: true });
    expect(refused).toMatchObject({ status: 400 });
  }
});

test('an invalid body for an existing record returns 400', async () => {
  const { body: journey } = await world.api.post('/api/journeys', { name: 'There' });
  expect(await world.api.patch(`/api/journeys/${journey.id}`, {})).toMatchObject({ status: 400 });
  expect(await world.api.post(`/api/journeys/${journey.id}/simulate`, {})).toMatchObject({ status: 400 });
  const { body: belief } = await world.api.post('/api/beliefs', { statement: 'There' });
  expect(await world.api.patch(`/api/beliefs/${belief.id}`, { unknown: true })).toMatchObject({ status: 400 });
});
