import { indexPeople } from '../../../operations/end-users/index-people';
import { createPerson, uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

/** Finding people by words and by audience. */

const world = useWorld({ temporal: false });

const find = async (query: Record<string, string>) => {
  const response = await world.api.get(`/api/end-users?${new URLSearchParams(query).toString()}`);
  expect(response.status).toBe(200);
  return response.body as { data: { id: string; email: string | null }[]; nextCursor: string | null };
};
const idsOf = async (q: string) => (await find({ q })).data.map(({ id }) => id);

test('people are found by parts of the address, the id and names, all words together, in any case', async () => {
  const mark = uniqueName('mark').replace('-', '');
  const ada = await createPerson(world, {
    email: `ada.${mark}@example.com`,
    attributes: { name: 'Ada Lovelace', company: 'Engines_100%', plan: `plan${mark}` },
  });
  const bob = await createPerson(world, { email: `bob.${mark}@example.com`, attributes: { last_name: 'Álvarez' } });
  expect(await idsOf(mark.toUpperCase())).toEqual([bob.id, ada.id]);
  expect(await idsOf(`lovel ${mark}`)).toEqual([ada.id]);
  expect(await idsOf(`ÁLVA ${mark.slice(0, 6)}`)).toEqual([bob.id]);
  expect(await idsOf(ada.id.slice(4))).toEqual([ada.id]);
  // Short words match the beginning of a word.
  expect(await idsOf(`ad ${mark}`)).toEqual([ada.id]);
  expect(await idsOf(`da ${mark}`)).toEqual([]);
  // These have no special meaning.
  expect(await idsOf(`s_100% ${mark}`)).toEqual([ada.id]);
  expect(await idsOf(`s_1_0% ${mark}`)).toEqual([]);
  expect(await idsOf(`plan${mark}`)).toEqual([]);
  await world.api.patch(`/api/end-users/${ada.id}`, { attributes: { name: 'Countess' } });
  expect(await idsOf(`lovel ${mark}`)).toEqual([]);
  expect(await idsOf(`countess ${mark}`)).toEqual([ada.id]);
  const page = await find({ q: mark, limit: '1' });
  expect((await find({ q: mark, limit: '1', cursor: page.nextCursor! })).data.map(({ id }) => id)).toEqual([ada.id]);
});

test('a workspace adds searched attributes, for its existing people too', async () => {
  const plan = uniqueName('plan');
  const people: { id: string }[] = [];
  for (let count = 0; count < 3; count += 1) people.push(await createPerson(world, { attributes: { plan } }));
  expect(await idsOf(plan)).toEqual([]);
  const { status, body } = await world.api.patch('/api/workspace', { searchAttributes: ['plan'] });
  expect([status, body.searchAttributes]).toEqual([200, ['plan']]);
  const queued = () => world.database('outbox').where({ kind: 'index_people' });
  for (let [command] = await queued(); command !== undefined; [command] = await queued()) {
    await indexPeople(world, command.workspace_id, command.subject_id);
    await world.database('outbox').where({ id: command.id }).delete();
  }
  expect((await idsOf(plan)).sort()).toEqual(people.map(({ id }) => id).sort());
  await world.api.patch('/api/workspace', { searchAttributes: [] });
});

test('the list is limited to an audience, page by page', async () => {
  const plan = uniqueName('plan');
  for (let count = 0; count < 5; count += 1) {
    await createPerson(world, { attributes: { plan: count % 2 === 0 ? plan : 'other' } });
  }
  const condition = { field: 'attributes.plan', operator: 'equals', value: plan };
  const audience = await world.api.post('/api/audiences', { name: plan, condition });
  const audienceId = audience.body.id as string;
  const all = await find({ audienceId });
  expect([all.data.length, all.nextCursor]).toEqual([3, null]);
  const first = await find({ audienceId, limit: '2' });
  const rest = await find({ audienceId, limit: '2', cursor: first.nextCursor! });
  expect([...first.data, ...rest.data]).toEqual(all.data);
  expect(rest.nextCursor).toBeNull();
  expect((await find({ audienceId, q: all.data[1]!.id })).data).toEqual([all.data[1]]);
  expect((await world.api.get('/api/end-users?audienceId=aud_none')).status).toBe(404);
});
