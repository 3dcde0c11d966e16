import { systemClock } from '../../../context/create-context';
import { countAudience } from '../../../operations/audiences/count-audience';
import { previewAudience } from '../../../operations/audiences/preview-audience';
import { createSubject, publishJourney, trackEvent, uniqueName } from '../../support/journeys';
import { addWorkspace } from '../../support/workspaces';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const isPro = { field: 'attributes.plan', operator: 'equals', value: 'pro' } as const;
const audience = (fields: object = {}) =>
  world.api.post('/api/audiences', { name: 'Pro', condition: isPro, ...fields });
const preview = async (condition: object) => (await world.api.post('/api/audiences/preview', { condition })).body;
/** Matches only people of one test. */
const inTest = (value: string) => ({ field: 'attributes.test', operator: 'equals', value }) as const;

test('an audience is created, read, changed, listed and deleted', async () => {
  const { api } = await addWorkspace(world);
  const made = await api.post('/api/audiences', { name: 'Pro', condition: isPro });
  expect(made).toMatchObject({ status: 201, body: { name: 'Pro', condition: isPro } });
  const path = `/api/audiences/${made.body.id}`;
  expect((await api.get(path)).body).toEqual(made.body);
  const renamed = await api.patch(path, { name: 'Paying' });
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Paying', condition: isPro } });
  const changed = await api.patch(path, { condition: { not: isPro } });
  expect(changed.body).toMatchObject({ name: 'Paying', condition: { not: isPro } });
  const listed = (await api.get('/api/audiences')).body;
  expect(listed).toEqual({ data: [changed.body], nextCursor: null });
  expect(await api.delete(path)).toMatchObject({ status: 200, body: { id: made.body.id, deleted: true } });
  const gone = [await api.get(path), await api.get(`${path}/preview`), await api.delete(path)];
  expect(gone.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('a name and a valid condition are required', async () => {
  const bodies = [{ name: 'x' }, { condition: isPro }, { name: 'x', condition: { field: 'plan' } }];
  for (const body of bodies) expect((await world.api.post('/api/audiences', body)).status).toBe(400);
  const { id } = (await audience()).body;
  expect((await world.api.patch(`/api/audiences/${id}`, { condition: null })).status).toBe(400);
});

test('an audience in a published version cannot be deleted, and the error names the journeys', async () => {
  const { id } = (await audience()).body;
  const journey = await publishJourney(world, [{ id: 'end', kind: 'exit' }], { name: 'Scoped', audienceId: id });
  const refused = await world.api.delete(`/api/audiences/${id}`);
  expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(refused.body.error).toContain(`"Scoped" (${journey.id})`);
});

test('of a simultaneous deletion and publication, exactly one succeeds', async () => {
  const triggerContractId = (await world.api.post('/api/trigger-contracts', { eventName: 'raced' })).body.id as string;
  for (let round = 0; round < 5; round += 1) {
    const audienceId = (await audience()).body.id as string;
    const { id } = (await world.api.post('/api/journeys', { name: 'Race', triggerContractId, audienceId })).body;
    const [published, removed] = await Promise.all([
      world.api.post(`/api/journeys/${id}/publish`),
      world.api.delete(`/api/audiences/${audienceId}`),
    ]);
    expect(['200,409', '400,200']).toContain([published.status, removed.status].toString());
  }
});

test('a preview counts the matching people and shows a sample, newest first', async () => {
  const test = uniqueName('people');
  const people: string[] = [];
  for (const plan of ['pro', 'free', 'pro']) people.push((await createSubject(world, { plan, test })).id);
  const condition = { all: [isPro, inTest(test)] };
  const expected = { count: 2, low: 2, high: 2, sample: [people[2], people[0]], complete: true };
  const counted = await preview(condition);
  expect(counted).toMatchObject(expected);
  expect(counted.examples).toEqual([
    { id: people[2], email: expect.stringContaining('@') },
    { id: people[0], email: expect.stringContaining('@') },
  ]);
  const { id } = (await audience({ condition })).body;
  expect((await world.api.get(`/api/audiences/${id}/preview`)).body).toEqual(counted);
  expect(await preview({ all: [{ not: isPro }, inTest(test)] })).toMatchObject({ count: 1, sample: [people[1]] });
  expect(await preview({ any: [] })).toMatchObject({ count: 0, high: 0, sample: [], complete: true });
});

test('a preview counts people by their events', async () => {
  const test = uniqueName('buyers');
  const eventName = uniqueName('bought');
  const [one, two] = [await createSubject(world, { test }), await createSubject(world, { test })];
  await createSubject(world, { test });
  for (const visitorId of [one.visitorId, two.visitorId, two.visitorId]) {
    await trackEvent(world, eventName, visitorId, { data: { revenue: 50 } });
  }
  const bought = (fields: object) => ({ event: eventName, within: 'P7D', ...fields });
  const counted = async (condition: object) => (await preview({ all: [condition, inTest(test)] })).count;
  expect(await counted(bought({}))).toBe(2);
  expect(await counted(bought({ atLeast: 2 }))).toBe(1);
  expect(await counted({ not: bought({}) })).toBe(1);
  const where = (value: number) => ({ field: 'event.data.revenue', operator: 'greater_than', value });
  expect(await counted(bought({ atLeast: 2, where: where(10) }))).toBe(1);
  expect(await counted(bought({ where: where(100) }))).toBe(0);
});

describe('with many people', () => {
  const everybody = { all: [] };
  const bounds = { maxPeople: 10_000, sampled: 250, maxMs: 60_000, chunk: 100 };
  const looked = (fields: Partial<typeof bounds>, condition: Parameters<typeof previewAudience>[2]) =>
    previewAudience({ ...world, clock: systemClock }, 'wsp_many', condition, { ...bounds, ...fields });

  beforeAll(async () => {
    const row = { name: 'Many', public_key: 'svc_pk_many' };
    await world.database('workspaces').insert({ id: 'wsp_many', ...row });
    await world.database.raw(
      `insert into end_users (workspace_id, id, attributes)
       select 'wsp_many', 'eus_' || lpad(n::text, 5, '0'), jsonb_build_object('n', n) from generate_series(1, 1000) n`,
    );
  });

  test('each person is evaluated once for every chunk size', async () => {
    for (const chunk of [1_000, 999, 100, 7]) {
      expect(await looked({ chunk }, everybody)).toMatchObject({ count: 1_000, complete: true });
    }
    const few = { field: 'attributes.n', operator: 'at_most', value: 12 } as const;
    const found = await looked({}, few);
    expect(found).toMatchObject({ count: 12, complete: true });
    expect(found.sample.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, index) => `eus_${String(12 - index).padStart(5, '0')}`),
    );
  });

  test('of more people than are all evaluated, a random sample is', async () => {
    const half = { field: 'attributes.n', operator: 'at_most', value: 500 } as const;
    const found = await looked({ maxPeople: 999 }, half);
    expect(found).toMatchObject({ people: 1_000, complete: false });
    expect([found.low <= 500, found.high >= 500, found.high - found.low < 150]).toEqual([true, true, true]);
    const all = await looked({ maxPeople: 999 }, everybody);
    expect([all.count, all.high]).toEqual([1_000, 1_000]);
  });

  test('without time, any number may match', async () => {
    const found = await looked({ maxMs: 0 }, everybody);
    expect(found).toEqual({ count: 0, low: 0, high: 1_000, people: 1_000, sample: [], complete: false });
  });
});

test('the size of an audience is counted in the background, again after a change of its condition', async () => {
  const { api, demo } = await addWorkspace(world);
  const { workspaceId } = demo;
  for (const plan of ['pro', 'pro', 'free']) await api.post('/api/end-users', { attributes: { plan } });
  const { id } = (await api.post('/api/audiences', { name: 'Pro', condition: isPro })).body;
  const count = async () => {
    const queued = () => world.database('outbox').where({ workspace_id: workspaceId, kind: 'count_audience' });
    for (let [command] = await queued(); command !== undefined; [command] = await queued()) {
      await countAudience(world, workspaceId, command.subject_id);
      // A repeat changes nothing.
      await countAudience(world, workspaceId, command.subject_id);
      await world.database('outbox').where({ id: command.id }).delete();
    }
    return (await api.get('/api/audiences')).body.data[0].size;
  };
  expect((await api.get('/api/audiences')).body.data[0].size).toBeNull();
  expect(await count()).toMatchObject({ members: 2, people: 3 });
  await api.patch(`/api/audiences/${id}`, { condition: { not: isPro } });
  expect((await api.get(`/api/audiences/${id}`)).body.size).toBeNull();
  expect(await count()).toMatchObject({ members: 1, people: 3 });
});

test('the uses of an audience are listed', async () => {
  const { id } = (await audience()).body;
  const journey = await publishJourney(world, [{ id: 'end', kind: 'exit' }], { name: 'Scoped', audienceId: id });
  const { body } = await world.api.get(`/api/audiences/${id}/uses`);
  expect(body).toEqual([{ kind: 'version', journeyId: journey.id, name: 'Scoped', status: 'published', version: 1 }]);
  expect((await world.api.get('/api/audiences/aud_none/uses')).status).toBe(404);
});
