import { storeHistory, type HistoryEvent } from '../../support/event-history';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const summary = async () => {
  const { status, body } = await world.api.get('/api/experiments/summary');
  expect(status).toBe(200);
  return body;
};

test('the summary adds up the shrunken lifts of promoted winners', async () => {
  expect(await summary()).toEqual({
    ended: 0,
    shipped: 0,
    cumulativeLift: 0,
    cumulativeLiftInterval95: [0, 0],
    winners: [],
  });
  const complete = async (
    metric: string,
    converted: [number, number],
    promoted: boolean,
    more = {},
  ): Promise<string> => {
    const body = {
      name: metric,
      targetUrl: 'https://shop.example.com/',
      primary_metric: metric,
      variants: [{ name: 'Control' }, { name: 'Blue' }],
      ...more,
    };
    const { id } = (await world.api.post('/api/experiments', body)).body;
    await world.api.patch(`/api/experiments/${id}`, { status: 'running' });
    const now = Date.now();
    const events = ['control', 'blue'].flatMap((variantId, arm) =>
      Array.from({ length: 1_000 }, (_, index): HistoryEvent[] => {
        const visitorId = `${metric}-${variantId}-${index}`;
        const did = { occurredAt: new Date(now - 500), visitorId };
        return [
          {
            ...did,
            id: `${visitorId}-seen`,
            occurredAt: new Date(now - 900),
            type: 'experiment_exposure',
            data: { experimentId: id, variantId },
          },
          ...(index < converted[arm]!
            ? [{ ...did, id: `${visitorId}-did`, type: metric, data: { revenue: arm === 0 ? 10 : 12 } }]
            : []),
        ];
      }).flat(),
    );
    await storeHistory(world.database, world.demo.workspaceId, events);
    if (promoted) await world.api.post(`/api/experiments/${id}/promote`, { variantId: 'blue' });
    else await world.api.patch(`/api/experiments/${id}`, { status: 'completed' });
    return id as string;
  };
  const winner = await complete('bought', [100, 130], true);
  await complete('called', [100, 97], false);
  const found = await summary();
  expect(found).toMatchObject({ ended: 2, shipped: 1 });
  const [{ lift, shrunkenLift, shrunkenLiftInterval95, ...named }] = found.winners;
  expect(named).toEqual({ experimentId: winner, name: 'bought', variantId: 'blue', endedAt: expect.any(String) });
  expect(lift).toBeCloseTo(0.3, 9);
  expect(shrunkenLift).toBeGreaterThan(0);
  expect(shrunkenLift).toBeLessThan(0.3);
  expect(found.cumulativeLift).toBeCloseTo(shrunkenLift, 12);
  expect(found.cumulativeLiftInterval95).toEqual(shrunkenLiftInterval95);
  // The same number of purchases, each 20% larger.
  const paid = { primary_metric: { metric: 'paid', measure: 'revenue' } };
  const earner = await complete('paid', [400, 400], true, paid);
  const [newest] = (await summary()).winners;
  expect(newest).toMatchObject({ experimentId: earner, lift: expect.closeTo(0.2, 9) });
  expect(newest.shrunkenLift).toBeGreaterThan(0);
  expect(newest.shrunkenLift).toBeLessThan(0.2);
});
