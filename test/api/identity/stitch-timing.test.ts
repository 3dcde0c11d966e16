import { createSubject, uniqueName } from '../../support/journeys';
import { createWorld, type World } from '../../support/world';

/**
 * Stitching takes as long for an address that somebody has as for one that nobody has, for fresh visitors and for linked ones.
 * Medians of many interleaved attempts are compared with wide bounds.
 */

let world: World;

beforeAll(async () => {
  world = await createWorld({ temporal: false });
});

afterAll(() => world.stop());

async function stitchTime(visitorId: string, email: string): Promise<number> {
  const body = { visitorId, email, workspaceKey: world.demo.workspaceKey };
  const startedAt = performance.now();
  const answer = await world.api.post('/api/identity/stitch', body);
  expect(answer.body).toEqual({ stitched: true });
  return performance.now() - startedAt;
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

test('a known and an unknown address take the same time', async () => {
  const known = await Promise.all(Array.from({ length: 20 }, async () => (await createSubject(world)).email));
  const linked = uniqueName('linked');
  await stitchTime(linked, `${uniqueName('first')}@example.com`);
  const attempts: Record<string, () => [visitorId: string, email: string]> = {
    fresh_known: () => [uniqueName('v'), known[Math.floor(Math.random() * known.length)]!],
    fresh_unknown: () => [uniqueName('v'), `${uniqueName('nobody')}@example.com`],
    linked_known: () => [linked, known[Math.floor(Math.random() * known.length)]!],
    linked_unknown: () => [linked, `${uniqueName('nobody')}@example.com`],
  };
  const times: Record<string, number[]> = { fresh_known: [], fresh_unknown: [], linked_known: [], linked_unknown: [] };
  for (let round = 0; round < 160; round += 1) {
    for (const [name, attempt] of Object.entries(attempts)) {
      const ms = await stitchTime(...attempt());
      // The first rounds warm up.
      if (round >= 10) times[name]!.push(ms);
    }
  }
  for (const kind of ['fresh', 'linked']) {
    const ratio = median(times[`${kind}_known`]!) / median(times[`${kind}_unknown`]!);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  }
});
