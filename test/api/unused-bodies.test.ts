import { apiClient } from '../support/api-client';
import { useWorld } from '../support/world';

/** Requests with a body to routes that need none. */

const world = useWorld({ temporal: false });

const publish = async (body: string | undefined, type = 'application/json') => {
  const steps = [{ id: 'end', kind: 'exit' }];
  const journey = await world.api.post('/api/journeys', { name: 'Bodies', steps });
  const response = await world.api.raw(`/api/journeys/${journey.body.id}/publish`, {
    method: 'POST',
    headers: { 'x-api-key': world.demo.serverKey, 'content-type': type },
    ...(body === undefined ? {} : { body }),
  });
  const { body: after } = await world.api.get(`/api/journeys/${journey.body.id}`);
  return { status: response.status, code: response.body.code, published: after.status === 'published' };
};

test.each([undefined, '', '{}'])('an empty body is accepted: %j', async (body) => {
  expect(await publish(body)).toEqual({ status: 200, code: undefined, published: true });
});

test.each([
  ['{bad', 'application/json', 400, 'VALIDATION_ERROR'],
  ['{"reason":"none"}', 'application/json', 400, 'VALIDATION_ERROR'],
  ['[1]', 'application/json', 400, 'VALIDATION_ERROR'],
  ['null', 'application/json', 400, 'VALIDATION_ERROR'],
  ['now', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  [`{"a":"${'x'.repeat(1_100_000)}"}`, 'application/json', 413, 'PAYLOAD_TOO_LARGE'],
])('any other body is refused without an effect: %.20s', async (body, type, status, code) => {
  expect(await publish(body, type)).toEqual({ status, code, published: false });
});

test('missing access is reported before an invalid body', async () => {
  const headers = { 'content-type': 'application/json' };
  const response = await apiClient(world.apiUrl).raw('/api/journeys/jrn_x/publish', {
    method: 'POST',
    headers,
    body: '{bad',
  });
  expect(response.status).toBe(401);
});
