import type { Experiment } from './experiments';
import type { Database } from '../connection/pool';

/**
 * Appends an experiment's weights and traffic split to their history, unless they are already current. Called with the
 * experiment locked, in the transaction that changes it.
 * @param at the time from which they apply
 */
export async function recordAllocation(
  transaction: Database,
  { workspaceId, id, variants, trafficSplit }: Pick<Experiment, 'workspaceId' | 'id' | 'variants' | 'trafficSplit'>,
  at: Date,
): Promise<void> {
  await transaction.raw(
    `with last as (
       select number, weights, traffic_split from experiment_allocations
        where workspace_id = :workspaceId and experiment_id = :id order by number desc limit 1)
     insert into experiment_allocations (workspace_id, experiment_id, number, at, weights, traffic_split)
     select :workspaceId, :id, coalesce((select number from last), 0) + 1, :at, cast(:weights as jsonb), :trafficSplit
      where not exists (
        select from last
         where weights = cast(:weights as jsonb) and traffic_split = cast(:trafficSplit as numeric))`,
    {
      workspaceId,
      id,
      at,
      trafficSplit,
      weights: JSON.stringify(Object.fromEntries(variants.map((variant) => [variant.id, variant.weight]))),
    },
  );
}
