import { createWorld, type World } from '../../support/world';

let world: World;

beforeAll(async () => {
  world = await createWorld({ temporal: false });
});

afterAll(() => world.stop());

const postPower = (body: object) => world.api.post('/api/experiments/power', body);

test('the calculator answers the size of R’s power.prop.test, and whole days', async () => {
  // power.prop.test(p1 = 0.2, p2 = 0.25, power = 0.8): n = 1093.739 in each group.
  const response = await postPower({ baselineRate: 0.2, mde: 0.25, dailyVisitors: 1000, trafficSplit: 50 });
  expect(response).toMatchObject({
    status: 200,
    body: { requiredPerVariant: 1094, total: 2188, days: 5, targetPower: 0.8, target_power: 0.8, alpha: 0.05 },
  });
  const three = await postPower({ baselineRate: 0.2, mde: 0.25, variants: 3 });
  expect(three.body).toMatchObject({ requiredPerVariant: 1094, total: 3282, days: null });
  const surer = await postPower({ baselineRate: 0.2, mde: 0.25, target_power: 0.9 });
  expect(surer.body.requiredPerVariant).toBeGreaterThan(1094);
});

test('the hardest plan has a size that is a number', async () => {
  const response = await postPower({ baselineRate: 1e-6, mde: 1e-4, alpha: 1e-6, targetPower: 0.9999, variants: 2 });
  expect(response.status).toBe(200);
  expect(response.body.requiredPerVariant).toBeGreaterThan(1e15);
});

test.each([
  [{}, 'baselineRate'],
  [{ baselineRate: 0 }, 'baselineRate'],
  [{ baselineRate: 1.1 }, 'baselineRate'],
  [{ baselineRate: 0.9, mde: 2 }, 'mde'],
  [{ baselineRate: 0.1, mde: -0.1 }, 'mde'],
  [{ baselineRate: 0.1, variants: 1 }, 'variants'],
  [{ baselineRate: 0.1, dailyVisitors: 0 }, 'dailyVisitors'],
  [{ baselineRate: 0.1, alpha: 1 }, 'alpha'],
  // What no sample would ever do for.
  [{ baselineRate: 1e-300 }, 'baselineRate'],
  [{ baselineRate: 0.1, mde: 1e-300 }, 'mde'],
  [{ baselineRate: 0.1, alpha: 1e-300 }, 'alpha'],
  [{ baselineRate: 0.1, targetPower: 5e-324 }, 'targetPower'],
  [{ baselineRate: 0.1, dailyVisitors: 9, trafficSplit: 5e-324 }, 'trafficSplit'],
  [{ baselineRate: 0.1, targetPower: 0.8, target_power: 0.9 }, 'target_power'],
  [{ baselineRate: 0.1, wrong: 1 }, 'wrong'],
])('%j is refused', async (body, path) => {
  const response = await postPower(body);
  expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  expect(response.body.details.map((detail: { path: string }) => detail.path)).toContain(path);
});
