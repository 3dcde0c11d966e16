import { connect, type Database } from '../../db/connection/pool';
import { drainRollups } from '../../operations/analytics/drain-rollups';
import { addWorkspace } from '../support/workspaces';
import { createWorld, type World } from '../support/world';

/**
 * Drains hold no two temporary results against each other row by row, and look visitors up by their own index, whatever the planner
 * knows of the tables: right after a load it knows nothing of them, or what they were before. Told by the rows that PostgreSQL says
 * it read in vain, not by time.
 */

let world: World;
/** One connection that tells the plan of each of its statements. */
let hinted: Database;
let plans: PlanNode[] = [];

interface PlanNode {
  'Node Type': string;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

beforeAll(async () => {
  world = await createWorld({ temporal: false });
  hinted = connect({ url: world.databaseUrl, poolSize: 1, applicationName: 'told' });
  for (const statement of [
    `load 'auto_explain'`,
    `set auto_explain.log_min_duration = 0`,
    `set auto_explain.log_analyze = on`,
    `set auto_explain.log_timing = off`,
    `set auto_explain.log_format = json`,
    `set auto_explain.log_level = notice`,
  ]) {
    await hinted.raw(statement);
  }
  const connection = (await hinted.client.acquireConnection()) as NodeJS.EventEmitter;
  connection.on('notice', ({ message }: { message: string }) => {
    const json = message.indexOf('{');
    if (json >= 0) plans.push((JSON.parse(message.slice(json)) as { Plan: PlanNode }).Plan);
  });
  await hinted.client.releaseConnection(connection);
});

afterAll(async () => {
  await hinted.destroy();
  await world.stop();
});

/** Rows that the joins of a plan have compared in vain, and those that were read by an index and were none that it looked for. */
const readInVain = (node: PlanNode): number =>
  node['Actual Loops'] * (node['Rows Removed by Join Filter'] ?? 0) +
  (node['Node Type'].startsWith('Index') ? node['Actual Loops'] * (node['Rows Removed by Filter'] ?? 0) : 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + readInVain(child), 0);

const visitors = 500;
const eventsOfVisitor = 4;

/** Everybody sees the experiment, and completes both conversions with each page. */
async function load(workspaceKey: string, experimentId: string): Promise<void> {
  const events = Array.from({ length: visitors * eventsOfVisitor }, (_, index) => {
    const visitorId = `v${index % visitors}`;
    const url = 'https://shop.example.com/';
    const variantId = index % 2 === 0 ? 'a' : 'b';
    return index < visitors
      ? { type: 'experiment_exposure', visitorId, url, data: { experimentId, variantId } }
      : { type: 'pageview', visitorId, url };
  });
  for (let start = 0; start < events.length; start += 500) {
    const body = { workspaceKey, events: events.slice(start, start + 500) };
    expect((await world.api.post('/api/events', body)).status).toBe(200);
  }
}

test.each(['nothing', 'what the tables were before'])(
  'when the planner knows %s, drains stay linear',
  async (known) => {
    const { api, demo } = await addWorkspace(world);
    if (known !== 'nothing') await world.database.raw('analyze');
    for (const name of ['One', 'Two']) {
      await api.post('/api/conversion-goals', { name, type: 'pageview', targetUrl: '/*' });
    }
    const variants = [{ name: 'a' }, { name: 'b' }];
    const { body } = await api.post('/api/experiments', { name: 'Load', targetUrl: '/', variants });
    expect((await api.patch(`/api/experiments/${body.id}`, { status: 'running' })).status).toBe(200);
    plans = [];
    // The second time, everything that is counted has been counted before.
    for (let round = 1; round <= 2; round += 1) {
      await load(demo.workspaceKey, body.id as string);
      await drainRollups(hinted, demo.workspaceId);
      const events = round * visitors * eventsOfVisitor;
      expect(plans.length).toBeGreaterThan(8);
      expect(plans.map(readInVain).filter((rows) => rows > 10 * events)).toEqual([]);
      plans = [];
    }
    const results = await api.get(`/api/experiments/${body.id}/results`);
    expect(results.body.variants.map(({ exposures }: { exposures: number }) => exposures)).toEqual([
      visitors / 2,
      visitors / 2,
    ]);
  },
);
