import type { Database } from '../../db/connection/pool';
import { creditCompletions } from '../../operations/analytics/credit-completions';
import { drainRollups } from '../../operations/analytics/drain-rollups';
import type { ApiClient } from '../support/api-client';
import { addWorkspace } from '../support/workspaces';
import { useWorld } from '../support/world';

/**
 * Drains never compare two results row by row, and find visitors by index, whatever statistics the planner has. Right
 * after a load it has none, or outdated ones. Measured by the rows that PostgreSQL reports as read, not by time.
 */

const world = useWorld({ temporal: false });
/** A connection that reports the plan of each of its statements. */
let hinted: Database;
let plans: PlanNode[] = [];

interface PlanNode {
  'Node Type': string;
  Operation?: string;
  'Relation Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

beforeAll(async () => {
  hinted = world.connect(1);
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

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Rows that a node has read or compared, including those that it filtered out. */
function rowsOf(node: PlanNode): number {
  const left = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return node['Actual Loops'] * (node['Actual Rows'] + left);
}

/**
 * Returns the scans and joins of a plan that read or compared more than `most` rows. Ignores conversions, which are
 * few.
 */
const longReads = (plan: PlanNode, most: number): string[] =>
  nodesOf(plan)
    .filter(({ 'Node Type': type }) => /Scan|Join|Loop/.test(type))
    .filter((node) => node['Relation Name'] !== 'conversions' && rowsOf(node) > most)
    .map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''}: ${rowsOf(node)} rows`);

const ofCompletions = ({ 'Relation Name': table }: PlanNode): boolean => table === 'conversion_completions';

const updatesCompletions = (plan: PlanNode): boolean =>
  nodesOf(plan).some((node) => node.Operation === 'Update' && ofCompletions(node));

const isInsertOfCompletions = (plan: PlanNode): boolean => plan.Operation === 'Insert' && ofCompletions(plan);

/** Fewer visitors than one statement counts. */
const visitors = 500;
const eventsOfVisitor = 4;
/** The first event is an exposure. Each other event completes both conversions. */
const completionsOfVisitor = 2 * (eventsOfVisitor - 1);

/** Visitors outside the load: more than any statement should read for it. */
const history = 20_000;

/** Stores and counts one exposure for each of these visitors. */
async function loadHistory(workspaceId: string, experimentId: string): Promise<void> {
  await world.database.raw(
    `with stored as (
       insert into events (workspace_id, occurred_at, id, received_at, type, visitor_id, url, channel, data)
       select :workspaceId, now() - interval '20 days' * (1 - n::float8 / :history), 'evt_' || :workspaceId || n, now(),
              'experiment_exposure', 'h' || n, 'https://shop.example.com/', 'direct',
              json_build_object('experimentId', :experimentId::text, 'variantId', case when n % 2 = 0 then 'a' else 'b' end)
         from generate_series(0, :history::int - 1) n
       returning visitor_id, occurred_at
     )
     insert into rollup_queue (workspace_id, visitor_ids, times)
     select :workspaceId, array_agg(visitor_id), array_agg(occurred_at)
       from (select *, row_number() over () / 1000 as portion from stored) s group by portion`,
    { workspaceId, experimentId, history },
  );
  await drainRollups(world, workspaceId);
}

/** Every visitor sees the experiment and completes both conversions with each page view. */
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

/** The number of running experiments, of which visitors see one. The rows read do not grow with it. */
const experiments = 6;

/** @returns the experiment that visitors see */
async function addExperiment(api: ApiClient): Promise<string> {
  for (const name of ['One', 'Two']) {
    await api.post('/api/conversion-goals', { name, type: 'pageview', targetUrl: '/*' });
  }
  const variants = [{ name: 'a' }, { name: 'b' }];
  const ids: string[] = [];
  for (let made = 0; made < experiments; made += 1) {
    const { body } = await api.post('/api/experiments', { name: `Load ${made}`, targetUrl: '/', variants });
    expect((await api.patch(`/api/experiments/${body.id}`, { status: 'running' })).status).toBe(200);
    ids.push(body.id as string);
  }
  return ids[0] as string;
}

test.each(['nothing', 'what the tables were before', 'what each round left'])(
  'when the planner knows %s, drains stay linear',
  async (known) => {
    const { api, demo } = await addWorkspace(world);
    if (known === 'what the tables were before') await world.database.raw('analyze');
    const experimentId = await addExperiment(api);
    await loadHistory(demo.workspaceId, experimentId);
    plans = [];
    // The second round is counted into small tables, and in the third every visitor has been counted before.
    let events = 0;
    for (const visitorsOfRound of [visitors / 5, visitors, visitors]) {
      await load(demo.workspaceKey, experimentId, visitorsOfRound);
      await drainRollups({ database: hinted }, demo.workspaceId);
      const plansOfDrain = plans.length;
      await creditCompletions({ database: hinted }, demo.workspaceId);
      events += visitorsOfRound * eventsOfVisitor;
      expect(plans.length).toBeGreaterThan(8);
      // In tables of a few hundred rows any index is good enough.
      const isSmall = visitorsOfRound < visitors;
      expect(isSmall ? [] : plans.flatMap((plan) => longReads(plan, 4 * events))).toEqual([]);
      // Completions to credit are found by key instead of by a scan of all that are pending, because there are several
      // portions.
      const readToCredit = plans
        .slice(plansOfDrain)
        .filter(updatesCompletions)
        .flatMap(nodesOf)
        .filter((node) => node.Operation === undefined && ofCompletions(node))
        .reduce((sum, node) => sum + rowsOf(node), 0);
      expect(readToCredit).toBeLessThanOrEqual(2 * visitorsOfRound * completionsOfVisitor);
      plans = [];
      if (known === 'what each round left') await world.database.raw('analyze');
    }
    const results = await api.get(`/api/experiments/${experimentId}/results`);
    expect(results.body.variants.map(({ exposures }: { exposures: number }) => exposures)).toEqual([
      visitors / 2 + history / 2,
      visitors / 2 + history / 2,
    ]);
  },
);

test('the first drain counts each visitor once, however many markers name them', async () => {
  const { api, demo } = await addWorkspace(world);
  await load(demo.workspaceKey, await addExperiment(api), visitors);
  plans = [];
  await drainRollups({ database: hinted }, demo.workspaceId);
  expect(plans.filter(isInsertOfCompletions)).toHaveLength(1);
});
