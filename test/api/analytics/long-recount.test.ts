import { drainLimit } from '../../../db/analytics/rollups';
import { drainPortion, drainRollups } from '../../../operations/analytics/drain-rollups';
import { runningExperiments } from '../../support/running-experiments';
import { sendVisits } from '../../support/visits';
import { useWorld } from '../../support/world';

/**
 * A new timezone means a recount of all events. Workspaces with more events than one request can count need the
 * workers.
 */

const world = useWorld({ temporal: false });

const { run, resultsOf } = runningExperiments(world);

/** Adds this number of events to yesterday’s totals. */
const pretend = (events: number) =>
  world.database.raw(
    `insert into channel_days (workspace_id, day, channel, visitors, events, pageviews)
     values (?, current_date - 1, 'referral', 1, ?, 0)`,
    [world.demo.workspaceId, events],
  );

const read = (path: string) => world.api.get(path);
const figures = ['/api/analytics/summary', '/api/attribution/summary?model=linear', '/api/targets'];

test('requests return 503 until the workers have recounted a large workspace', async () => {
  const { workspaceId } = world.demo;
  const experimentId = await run({});
  await sendVisits(world, [{ visitorId: 'v', at: new Date(), url: 'https://shop.example/' }]);
  for (const path of figures) expect(await read(path)).toMatchObject({ status: 200 });
  expect(await resultsOf(experimentId)).toMatchObject({ backlog: null });

  await pretend(1_000_001);
  for (const path of figures) expect(await read(path)).toMatchObject({ status: 200 });
  await world.api.patch('/api/workspace', { timezone: 'Asia/Tokyo' });
  for (const path of figures) {
    const response = await read(path);
    expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect(response.body.error).toContain('recalculated for the timezone Asia/Tokyo');
    expect(response.headers.get('retry-after')).toBe('60');
  }
  expect(await resultsOf(experimentId)).toMatchObject({ backlog: null });
  await sendVisits(world, [{ visitorId: 'w', at: new Date(), url: 'https://shop.example/' }]);
  expect((await resultsOf(experimentId)).backlog).toMatchObject({ visits: 1 });

  await drainPortion(world, workspaceId, { limit: drainLimit });
  for (const path of figures) expect(await read(path)).toMatchObject({ status: 200 });
  expect((await read('/api/analytics/summary')).body).toMatchObject({ visitors: 2 });
  expect(await resultsOf(experimentId)).toMatchObject({ backlog: null });
});

test('calls that need exact counts recount themselves, and so do requests up to a million events', async () => {
  const { workspaceId } = world.demo;
  await pretend(1_000_001);
  await world.api.patch('/api/workspace', { timezone: 'Asia/Kolkata' });
  expect(await drainRollups(world, workspaceId, { recountsAll: true })).toBe(true);
  expect(await read('/api/targets')).toMatchObject({ status: 200 });
  await pretend(900_000);
  await world.api.patch('/api/workspace', { timezone: 'UTC' });
  expect(await read('/api/targets')).toMatchObject({ status: 200 });
});
