import { createWorld, type World } from '../support/world';

/** An unknown id is 404, also when the body would be refused. */

let world: World;

beforeAll(async () => {
  world = await createWorld({ temporal: false });
});

afterAll(() => world.stop());

test.each([
  ['patch', '/api/journeys/jrn_x'],
  ['put', '/api/journeys/jrn_x'],
  ['post', '/api/journeys/jrn_x/executions'],
  ['post', '/api/journeys/jrn_x/simulate'],
  ['post', '/api/journeys/jrn_x/test-webhook'],
  ['post', '/api/experiments/exp_x/assign'],
  ['post', '/api/experiments/exp_x/promote'],
  ['post', '/api/experiments/exp_x/preview-link'],
  ['post', '/api/beliefs/blf_x/update-confidence'],
  ['patch', '/api/end-users/eus_x'],
  ['patch', '/api/audiences/aud_x'],
  ['patch', '/api/trigger-contracts/trg_x'],
  ['patch', '/api/communications/com_x'],
  ['patch', '/api/suppressions/sup_x'],
  ['patch', '/api/connections/con_x'],
  ['patch', '/api/members/usr_x'],
  ['patch', '/api/keys/key_x'],
] as const)('%s %s', async (method, path) => {
  for (const body of [{ unknown: true }, undefined]) {
    expect(await world.ownerApi[method](path, body)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  }
});

test('a bad body for what there is stays 400', async () => {
  const { body: journey } = await world.api.post('/api/journeys', { name: 'There' });
  expect(await world.api.patch(`/api/journeys/${journey.id}`, {})).toMatchObject({ status: 400 });
  expect(await world.api.post(`/api/journeys/${journey.id}/simulate`, {})).toMatchObject({ status: 400 });
});
