import { internalApi } from '../../support/internal';
import { uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const inYears = (years: number): string => new Date(Date.now() + years * 365 * 86_400_000).toISOString();

const stepsUntil = (until: string) => [
  { id: 'now', kind: 'wait', until: inYears(-5), next: 'far' },
  { id: 'far', kind: 'wait', until, next: 'end' },
  { id: 'end', kind: 'exit' },
];

const create = (until: string) => world.api.post('/api/journeys', { name: 'Far ahead', steps: stepsUntil(until) });

const refusalAt = (path: string) => ({
  status: 400,
  body: {
    code: 'VALIDATION_ERROR',
    details: [{ path, message: 'Step "far" waits too long: `until` must be at most 99 years from now.' }],
  },
});

const tooFar = [inYears(99.1), '9999-12-31T23:59:59Z'];

it.each(tooFar)('a journey that waits until %s is refused on creation, update and import', async (until) => {
  expect(await create(until)).toMatchObject(refusalAt('steps.1.until'));

  const { body: journey } = await create(inYears(98.9));
  const change = { updatedAt: journey.updatedAt, steps: stepsUntil(until) };
  expect(await world.api.patch(`/api/journeys/${journey.id}`, change)).toMatchObject(refusalAt('steps.1.until'));

  const sound = { externalId: uniqueName('sound'), name: 'Sound', steps: [{ id: 'end', kind: 'exit' }] };
  const far = { externalId: uniqueName('far'), name: 'Far', steps: stepsUntil(until) };
  const imported = await internalApi(world).post('/api/journeys/internal/import-bundle', {
    workspaceId: world.demo.workspaceId,
    bundle: { source: 'test', communications: [], audiences: [], triggerContracts: [], journeys: [sound, far] },
  });
  expect(imported).toMatchObject(refusalAt('journeys.1.steps.1.until'));
  expect(await world.database('imported_items').where({ external_id: sound.externalId })).toEqual([]);
});

it('a stored draft with such a wait can be changed, but not published', async () => {
  const { body: journey } = await create(inYears(1));
  const steps = JSON.stringify(stepsUntil('9999-01-01T00:00:00Z'));
  await world.database('journey_drafts').where({ journey_id: journey.id }).update({ steps });
  const renamed = await world.api.patch(`/api/journeys/${journey.id}`, { updatedAt: journey.updatedAt, name: 'New' });
  expect(renamed.status).toBe(200);
  expect(await world.api.post(`/api/journeys/${journey.id}/publish`)).toMatchObject(refusalAt('steps.1.until'));
});

it.each([
  [{ duration: 'P200Y' }, 'steps.0.duration'],
  [{ untilEvent: { eventName: 'x', timeout: 'P200Y', timeoutNext: 'end' } }, 'steps.0.untilEvent.timeout'],
])('a duration of two centuries is refused: %j', async (wait, path) => {
  const steps = [
    { id: 'long', kind: 'wait', ...wait, next: 'end' },
    { id: 'end', kind: 'exit' },
  ];
  const { status, body } = await world.api.post('/api/journeys', { name: 'Long', steps });
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: [{ path }] } });
});
