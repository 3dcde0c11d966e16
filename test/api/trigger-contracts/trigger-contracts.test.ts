import { createSubject, executionsOf, publishJourney, trackEvent, uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const end = { id: 'end', kind: 'exit' };
const where = { field: 'event.data.plan', operator: 'equals', value: 'pro' };
const contract = (fields: object = {}) =>
  world.api.post('/api/trigger-contracts', { eventName: 'signed_up', ...fields });

test('a contract can be created, read, changed and deleted', async () => {
  const made = await contract({ where });
  expect(made).toMatchObject({ status: 201, body: { name: 'signed_up', eventName: 'signed_up', where } });
  const path = `/api/trigger-contracts/${made.body.id}`;
  expect((await world.api.get(path)).body).toEqual(made.body);
  const renamed = await world.api.patch(path, { name: 'Sign-up' });
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Sign-up', eventName: 'signed_up', where } });
  const changed = await world.api.patch(path, { eventName: 'joined', where: null });
  expect(changed.body).toMatchObject({ name: 'Sign-up', eventName: 'joined', where: null });
  expect(changed.body.createdAt).toBe(made.body.createdAt);
  expect(Date.parse(changed.body.updatedAt)).toBeGreaterThan(Date.parse(made.body.updatedAt));
  expect(await world.api.delete(path)).toMatchObject({ status: 200, body: { id: made.body.id, deleted: true } });
  const gone = [await world.api.get(path), await world.api.patch(path, { name: 'x' }), await world.api.delete(path)];
  expect(gone.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('an unknown field and an invalid condition are refused', async () => {
  const { id } = (await contract()).body;
  const bodies = [{ nme: 'x' }, { where: { field: 'plan', operator: 'equals', value: 1 } }, { eventName: '' }];
  for (const body of bodies) {
    expect(await world.api.patch(`/api/trigger-contracts/${id}`, body)).toMatchObject({ status: 400 });
  }
});

test('the list is in pages, newest first, without repetition', async () => {
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1) made.push((await contract()).body.id);
  const first = (await world.api.get('/api/trigger-contracts?limit=2')).body;
  const second = (await world.api.get(`/api/trigger-contracts?limit=2&cursor=${first.nextCursor}`)).body;
  const listed = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
  expect(listed).toHaveLength(4);
  expect(listed).toEqual([...listed].sort().reverse());
  expect(new Set(listed).size).toBe(4);
  const all = (await world.api.get('/api/trigger-contracts?limit=200')).body;
  expect(all.data.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(made));
  expect(all.nextCursor).toBeNull();
});

test('a contract in a published version cannot be deleted; one in a draft can', async () => {
  const drafted = (await contract()).body.id as string;
  await world.api.post('/api/journeys', { name: 'Only a draft', triggerContractId: drafted });
  expect((await world.api.delete(`/api/trigger-contracts/${drafted}`)).status).toBe(200);

  const { id } = await publishJourney(world, [end], { name: 'Keeps it' });
  const { updatedAt, triggerContractId } = (await world.api.get(`/api/journeys/${id}`)).body;
  const other = (await contract()).body.id as string;
  await world.api.patch(`/api/journeys/${id}`, { updatedAt, triggerContractId: other });
  await world.api.post(`/api/journeys/${id}/publish`);
  // The older version still uses the first contract.
  for (const used of [triggerContractId, other]) {
    const refused = await world.api.delete(`/api/trigger-contracts/${used}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(refused.body.error).toContain(`"Keeps it" (${id})`);
  }
});

test('of a simultaneous deletion and publication, exactly one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const triggerContractId = (await contract()).body.id as string;
    const { id } = (await world.api.post('/api/journeys', { name: 'Race', triggerContractId, steps: [end] })).body;
    const [published, removed] = await Promise.all([
      world.api.post(`/api/journeys/${id}/publish`),
      world.api.delete(`/api/trigger-contracts/${triggerContractId}`),
    ]);
    expect(['200,409', '400,200']).toContain([published.status, removed.status].toString());
  }
});

test('a published journey keeps its contract until the next version', async () => {
  const { id, eventName } = await publishJourney(world, [
    { id: 'rest', kind: 'wait', duration: 'P1D', next: 'end' },
    end,
  ]);
  const { triggerContractId } = (await world.api.get(`/api/journeys/${id}`)).body;
  const renamed = uniqueName('event');
  await world.api.patch(`/api/trigger-contracts/${triggerContractId}`, { eventName: renamed });
  const trackBoth = async () => {
    const [old, young] = [await createSubject(world), await createSubject(world)];
    await trackEvent(world, eventName, old.visitorId);
    await trackEvent(world, renamed, young.visitorId);
    return [old.id, young.id];
  };
  const started = async () => (await executionsOf(world, id)).map(({ endUserId }) => endUserId).sort();
  const [first] = await trackBoth();
  expect(await started()).toEqual([first]);

  const { updatedAt } = (await world.api.get(`/api/journeys/${id}`)).body;
  await world.api.patch(`/api/journeys/${id}`, { updatedAt, triggerContractId });
  expect((await world.api.post(`/api/journeys/${id}/publish`)).status).toBe(200);
  const [, second] = await trackBoth();
  expect(await started()).toEqual([first, second].sort());
});
