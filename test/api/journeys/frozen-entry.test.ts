import { createSubject, executionsOf, trackEvent, uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

/** A published version keeps its trigger contract and audience. */

const world = useWorld({ temporal: false });

const plan = (value: string) => ({ field: 'attributes.plan', operator: 'equals', value });
const total = (value: number) => ({ field: 'event.data.total', operator: 'at_least', value });

/** Publishes a journey with its own event, a total of at least 10, for people on plan pro. */
async function publish() {
  const eventName = uniqueName('event');
  const contract = (await world.api.post('/api/trigger-contracts', { eventName, where: total(10) })).body;
  const audience = (await world.api.post('/api/audiences', { name: 'Pro', condition: plan('pro') })).body;
  const { body: journey } = await world.api.post('/api/journeys', {
    name: 'Frozen',
    triggerContractId: contract.id,
    audienceId: audience.id,
    holdoutPercent: 0,
    reentry: 'always',
  });
  expect((await world.api.post(`/api/journeys/${journey.id}/publish`)).body.version).toBe(1);
  return { journeyId: journey.id as string, contractId: contract.id, audienceId: audience.id, eventName };
}

const startedFor = async (journeyId: string): Promise<string[]> =>
  (await executionsOf(world, journeyId)).map(({ endUserId }) => endUserId as string);

const startByHand = async (journeyId: string, endUserId: string) =>
  (await world.api.post(`/api/journeys/${journeyId}/executions`, { endUserId })).body;

test('a new event in a contract starts nothing until the next publication', async () => {
  const { journeyId, contractId, eventName } = await publish();
  const other = uniqueName('pageview');
  const change = { eventName: other, where: null };
  expect((await world.api.patch(`/api/trigger-contracts/${contractId}`, change)).status).toBe(200);
  const person = await createSubject(world, { plan: 'pro' });
  await trackEvent(world, other, person.visitorId, { data: { total: 99 } });
  await trackEvent(world, eventName, person.visitorId, { data: { total: 9 } });
  expect(await startedFor(journeyId)).toEqual([]);
  await trackEvent(world, eventName, person.visitorId, { data: { total: 10 } });
  expect(await startedFor(journeyId)).toEqual([person.id]);

  await world.api.post(`/api/journeys/${journeyId}/draft`);
  await world.api.post(`/api/journeys/${journeyId}/publish`);
  const next = await createSubject(world, { plan: 'pro' });
  await trackEvent(world, eventName, next.visitorId, { data: { total: 10 } });
  expect(await startedFor(journeyId)).toEqual([person.id]);
  await trackEvent(world, other, next.visitorId);
  expect(await startedFor(journeyId)).toEqual([next.id, person.id]);
});

test('dispatch uses the frozen contract, too', async () => {
  const { journeyId, contractId, eventName } = await publish();
  const other = uniqueName('pageview');
  await world.api.patch(`/api/trigger-contracts/${contractId}`, { eventName: other, where: null });
  const person = await createSubject(world, { plan: 'pro' });
  const dispatch = async (type: string) => {
    const event = { type, endUserId: person.id, data: { total: 10 } };
    const response = await world.api.raw('/api/journeys/internal/dispatch', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${world.environment['SYNC_API_KEY'] ?? ''}`,
      },
      body: JSON.stringify({ workspaceId: world.demo.workspaceId, event }),
    });
    return (response.body.started as { journeyId: string }[]).map((one) => one.journeyId);
  };
  expect(await dispatch(other)).toEqual([]);
  expect(await dispatch(eventName)).toEqual([journeyId]);
});

test('a wider audience admits no one until the next publication, by event, by hand or in a simulation', async () => {
  const { journeyId, audienceId, eventName } = await publish();
  await world.api.patch(`/api/audiences/${audienceId}`, { condition: { all: [] } });
  const person = await createSubject(world, { plan: 'free' });
  await trackEvent(world, eventName, person.visitorId, { data: { total: 10 } });
  expect(await startedFor(journeyId)).toEqual([]);
  expect(await startByHand(journeyId, person.id)).toEqual({ started: false, reason: 'audience' });
  const eligible = async () =>
    (await world.api.post(`/api/journeys/${journeyId}/simulate`, { subjectId: person.id })).body.eligible;
  expect(await eligible()).toBe(false);
  // A simulation of a draft uses the current audience, as the next publication would.
  await world.api.post(`/api/journeys/${journeyId}/draft`);
  expect(await eligible()).toBe(true);
  expect(await startByHand(journeyId, person.id)).toEqual({ started: false, reason: 'audience' });
  await world.api.post(`/api/journeys/${journeyId}/publish`);
  expect((await startByHand(journeyId, person.id)).status).toBe('RUNNING');
});

test('a journey shows what its version froze, and the history shows changes to it', async () => {
  const { journeyId, contractId, audienceId, eventName } = await publish();
  const first = {
    triggerContract: { eventName, where: total(10) },
    audience: { condition: plan('pro') },
  };
  await world.api.patch(`/api/trigger-contracts/${contractId}`, { where: null });
  await world.api.patch(`/api/audiences/${audienceId}`, { condition: plan('free') });
  const read = async (query = '') => (await world.api.get(`/api/journeys/${journeyId}${query}`)).body;
  expect((await read()).frozen).toEqual(first);
  expect((await world.api.post(`/api/journeys/${journeyId}/draft`)).body.frozen).toBeNull();
  await world.api.post(`/api/journeys/${journeyId}/publish`);
  const second = { triggerContract: { eventName, where: null }, audience: { condition: plan('free') } };
  expect((await read()).frozen).toEqual(second);
  expect((await read('?version=1')).frozen).toEqual(first);
  const { body: versions } = await world.api.get(`/api/journeys/${journeyId}/versions`);
  expect(versions[0].changes).toEqual([
    {
      change: 'field_changed',
      field: 'triggerContract',
      before: first.triggerContract,
      after: second.triggerContract,
    },
    { change: 'field_changed', field: 'audience', before: first.audience, after: second.audience },
  ]);
});

test('the contract and audience of a version cannot be deleted, even after a change', async () => {
  const { contractId, audienceId } = await publish();
  await world.api.patch(`/api/trigger-contracts/${contractId}`, { eventName: uniqueName('other') });
  expect((await world.api.delete(`/api/trigger-contracts/${contractId}`)).status).toBe(409);
  expect((await world.api.delete(`/api/audiences/${audienceId}`)).status).toBe(409);
});
