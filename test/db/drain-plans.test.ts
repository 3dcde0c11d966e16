import { connect, type Database } from '../../db/connection/pool';
import { drainRollups } from '../../operations/analytics/drain-rollups';
import type { ApiClient } from '../support/api-client';
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
  Operation?: string;
  'Relation Name'?: string;
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

const isInsertOfCompletions = (plan: PlanNode): boolean =>
  plan.Operation === 'Insert' && plan['Relation Name'] === 'conversion_completions';

/** Fewer than are counted at once. */
const visitors = 500;
const eventsOfVisitor = 4;

/** Everybody sees the experiment, and completes both conversions with each page. */
async function load(workspaceKey: string, experimentId: string, visitors: number): Promise<void> {
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

async function addExperiment(api: ApiClient): Promise<string> {
  for (const name of ['One', 'Two']) {
    await api.post('/api/conversion-goals', { name, type: 'pageview', targetUrl: '/*' });
  }
  const variants = [{ name: 'a' }, { name: 'b' }];
  const { body } = await api.post('/api/experiments', { name: 'Load', targetUrl: '/', variants });
  expect((await api.patch(`/api/experiments/${body.id}`, { status: 'running' })).status).toBe(200);
  return body.id as string;
}

test.each(['nothing', 'what the tables were before'])(
  'when the planner knows %s, drains stay linear',
  async (known) => {
    const { api, demo } = await addWorkspace(world);
    if (known !== 'nothing') await world.database.raw('analyze');
    const experimentId = await addExperiment(api);
    plans = [];
    // The second time into small tables, and the third time everything that is counted has been counted before.
    let events = 0;
    for (const visitorsOfRound of [visitors / 5, visitors, visitors]) {
      await load(demo.workspaceKey, experimentId, visitorsOfRound);
      await drainRollups(hinted, demo.workspaceId);
      events += visitorsOfRound * eventsOfVisitor;
      expect(plans.length).toBeGreaterThan(8);
      // Of tables of a few hundred rows any index will do.
      const isSmall = visitorsOfRound < visitors;
      expect(plans.map(readInVain).filter((rows) => !isSmall && rows > 10 * events)).toEqual([]);
      plans = [];
    }
    const results = await api.get(`/api/experiments/${experimentId}/results`);
    expect(results.body.variants.map(({ exposures }: { exposures: number }) => exposures)).toEqual([
      visitors / 2,
      visitors / 2,
    ]);
  },
);

test('the first drain counts each visitor once, however many markers name them', async () => {
  const { api, demo } = await addWorkspace(world);
  await load(demo.workspaceKey, await addExperiment(api), visitors);
  plans = [];
  await drainRollups(hinted, demo.workspaceId);
  expect(plans.filter(isInsertOfCompletions)).toHaveLength(1);
});
