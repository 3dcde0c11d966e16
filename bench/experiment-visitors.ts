import type { Database } from '../db/connection/pool';
import { sumAgain } from '../db/experiments/experiment-recount';
import { insertExperiment } from '../db/experiments/experiments';
import { metricKey } from '../domain/experiments/metrics/counted-metric';
import { metricOf } from '../domain/experiments/metrics/metric';

/** A running experiment with three variants and four metrics, and the counts of its visitors. */

const variantIds = ['a', 'b', 'c'];
const others = [
  { metric: 'bought', measure: 'revenue', cap: 500 },
  { metric: 'viewed', measure: 'count' },
  { metric: 'viewed', measure: 'ratio', denominator: 'bought' },
] as const;

/** @returns the experiment's id */
export async function insertBenchExperiment(database: Database, workspaceId: string): Promise<string> {
  const variants = variantIds.map((id) => ({ id, name: id, weight: 1 / variantIds.length }));
  const fields = { name: 'Bench', targetUrl: '/', status: 'running', primaryMetric: 'bought' } as const;
  const metrics = { guardrailMetrics: [others[0]], secondaryMetrics: [others[1], others[2]] };
  const { id } = await insertExperiment(database, { workspaceId, ...fields, ...metrics, variants });
  return id;
}

interface CountedVisitors {
  workspaceId: string;
  experimentId: string;
  visitors: number;
}

/** Stores the counts and sums of visitors who arrived over 30 days. A tenth of them converted. */
export async function storeCounts(database: Database, range: CountedVisitors): Promise<void> {
  await database.raw(
    `insert into experiment_exposures (workspace_id, experiment_id, visitor_id, variant_id, exposed_at, allocation, channel, device,
                                       is_returning, has_past)
     select :workspaceId, :experimentId, 'v' || n, (cast(:variantIds as text[]))[1 + n % cardinality(cast(:variantIds as text[]))],
            now() - (n % 43000) * interval '1 minute', 0, (array['direct', 'email', 'organic_search'])[1 + n % 7 % 3],
            (array['mobile', 'desktop'])[1 + n % 5 % 2], n % 11 = 0, n % 3 = 0
       from generate_series(1, cast(:visitors as int)) n`,
    { ...range, variantIds },
  );
  const metrics = [
    'bought',
    ...[...others, { metric: 'bought', measure: 'revenue' } as const].map((one) => metricKey(metricOf(one))),
  ];
  await database.raw(
    `insert into experiment_outcomes (workspace_id, experiment_id, visitor_id, metric, variant_id, channel, device, is_returning, first_at,
                                      last_at, currency, value, denominator, prior)
     select workspace_id, experiment_id, visitor_id, m.metric, variant_id, channel, device, is_returning, exposed_at, exposed_at,
            case when m.metric like '%revenue%' then 'EUR' else '' end, 1 + length(visitor_id) % 3, 1, length(visitor_id) % 2
       from experiment_exposures cross join unnest(cast(:metrics as text[])) as m (metric)
      where workspace_id = :workspaceId and experiment_id = :experimentId and visitor_id like '%0'`,
    { workspaceId: range.workspaceId, experimentId: range.experimentId, metrics },
  );
  const scope = { workspaceId: range.workspaceId, timezone: 'UTC', closedBefore: '-infinity' };
  await sumAgain(database, scope, [range.experimentId]);
}
