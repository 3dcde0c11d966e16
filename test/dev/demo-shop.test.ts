import { openShop } from '../../dev/demo-shop';
import { createWorld, type World } from '../support/world';

/** The shop of `npm run demo`, through the public API. */

let world: World;

beforeAll(async () => {
  world = await createWorld({ temporal: false });
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

afterAll(async () => {
  jest.restoreAllMocks();
  await world.stop();
});

test('visitors arrive by channel, see an experiment and buy; a second run reuses the measurement setup', async () => {
  const credentials = { ...world.demo, baseUrl: world.apiUrl };
  const first = await openShop(credentials, 'one');
  const results = (await world.api.get(`/api/experiments/${first.experimentId}/results`)).body;
  const [control, treatment] = results.variants;
  expect(control.exposures + treatment.exposures).toBe(1_200);
  expect(treatment.rate).toBeGreaterThan(control.rate);
  expect(results.recommendation).toBe('ship');
  const { body: target } = await world.api.get(`/api/targets/${first.targetId}`);
  expect(target.current).toBe(control.conversions + treatment.conversions);
  const { body: summary } = await world.api.get('/api/analytics/summary?period=7d');
  expect(summary.visitors).toBe(1_200);
  expect(summary.topChannels.length).toBeGreaterThanOrEqual(5);
  const second = await openShop(credentials, 'two');
  expect([second.conversionId, second.targetId]).toEqual([first.conversionId, first.targetId]);
  expect(second.experimentId).not.toBe(first.experimentId);
});
