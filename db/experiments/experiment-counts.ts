import {
  countingVersionOf,
  recountFor,
  type CountDefinition,
  type Recount,
} from '../../domain/experiments/count-definition';
import { countedMetrics, type WorkspaceConversion } from '../../domain/experiments/metrics/counted-metric';
import { metricsOf } from '../../domain/experiments/metrics/experiment-metrics';
import { allowLongStatements, wholeWorkspaceMs } from '../connection/statement-limits';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { Counted, CountScope, Pair } from './counting';
import { recountFound, recountPairs, sumAgain, type PairStatement } from './experiment-recount';
import { listColumns } from '../connection/rows';
import { experimentColumns, experimentFromRow, type ExperimentRow } from './experiments';
import { exposureEvent } from './exposures';

/**
 * Exposures and conversions of experiments, counted by the drains of the rollups: see ../analytics/rollups.ts for the
 * queue and the lock. A drain recounts the visitors of its markers that were or are exposed. Counts match a definition.
 * After a change of the definition, the next process that uses the experiment updates the counts first.
 */

/** A visit taken by a drain. */
export interface Visit {
  visitorId: string;
  /** The first changed instant in a quarter of an hour, truncated to milliseconds, so that it is never too late. */
  time: Date;
}

/** Recounts the visitors of visits in all experiments that the visits may affect. */
export async function recountExperiments(
  transaction: Database,
  scope: CountScope,
  visits: readonly Visit[],
): Promise<void> {
  if (!(await hasExperiments(transaction, scope.workspaceId))) return;
  const pairs = await findPairs(transaction, scope, visits);
  if (pairs.length === 0) return;
  const counted = await refreshCounts(transaction, scope, [...new Set(pairs.map((pair) => pair.experimentId))]);
  await recountPairs(transaction, scope, counted, pairs);
}

/** Recounts every experiment of a workspace with the current day boundaries. Has no time limit. */
export async function rebuildExperiments(transaction: Database, scope: CountScope): Promise<void> {
  const { workspaceId } = scope;
  const experiments = await readExperiments(transaction, workspaceId, null);
  if (experiments.length === 0) return;
  const ids = experiments.map(({ experimentId }) => experimentId);
  await recountFound(transaction, scope, experiments, pairsFor({ kind: 'all', afresh: true }, ids));
  await sumAgain(transaction, scope, ids);
  for (const experiment of experiments) await storeDefinition(transaction, workspaceId, experiment);
}

/**
 * Updates the counts of experiments to their current definitions.
 * @returns the experiments that exist
 */
export async function refreshCounts(
  transaction: Database,
  scope: CountScope,
  experimentIds: readonly string[],
): Promise<Counted[]> {
  const experiments = await readExperiments(transaction, scope.workspaceId, experimentIds);
  for (const experiment of experiments) {
    const { experimentId, held, definition } = experiment;
    const recount = held === null ? null : recountFor(held, definition);
    if (held !== null && recount === null) continue;
    if (recount !== null) {
      // Recounting an experiment can take longer than the time limit of a request.
      await allowLongStatements(transaction, wholeWorkspaceMs);
      await recountFound(transaction, scope, [experiment], pairsFor(recount, [experimentId]));
      if (recount.kind === 'all' && recount.afresh) await sumAgain(transaction, scope, [experimentId]);
    }
    await storeDefinition(transaction, scope.workspaceId, experiment);
  }
  return experiments;
}

/**
 * Returns whether the counts of an experiment are for an older definition. False for an experiment that was never
 * counted.
 */
export async function isOutdated(database: Database, workspaceId: string, experimentId: string): Promise<boolean> {
  const [experiment] = await readExperiments(database, workspaceId, [experimentId]);
  if (experiment === undefined || experiment.held === null) return false;
  return recountFor(experiment.held, experiment.definition) !== null;
}

async function hasExperiments(database: Database, workspaceId: string): Promise<boolean> {
  return (await database('experiments').where({ workspace_id: workspaceId }).first('id')) !== undefined;
}

/**
 * Finds visitors that were exposed to an experiment that had not ended by the time of the visit, or that are exposed by
 * an event of the visit. `offset 0` keeps lookups separate: the planner may assume that a workspace has one experiment, or
 * few events, and repeat the preceding work for each of them.
 */
function findPairs(transaction: Database, { workspaceId }: CountScope, visits: readonly Visit[]): Promise<Pair[]> {
  return rowsOf<Pair>(
    transaction.raw(
      `with visits as materialized (
         select visitor_id, time, date_bin('15 minutes', time, '2000-01-01Z') + interval '15 minutes' as until
           from unnest(cast(:visitors as text[]), cast(:times as timestamptz[])) as v (visitor_id, time)
       ), pairs as (
         select x.experiment_id, v.visitor_id, v.time
           from (select visitor_id, min(time) as time from visits group by 1) v
          cross join lateral (
             select experiment_id from experiment_exposures
              where workspace_id = :workspaceId and visitor_id = v.visitor_id offset 0) x
          cross join lateral (
             select from experiments
              where workspace_id = :workspaceId and id = x.experiment_id and (ended_at is null or ended_at >= v.time) offset 0) e
         union all
         select n.experiment_id, v.visitor_id, v.time
           from visits v cross join lateral (
             select distinct data ->> 'experimentId' as experiment_id from (
               select * from events
                where workspace_id = :workspaceId and visitor_id = v.visitor_id
                  and occurred_at >= v.time and occurred_at < all(array[v.until]) offset 0) found
              where type = :exposureEvent and not is_bot) n
          cross join lateral (select from experiments where workspace_id = :workspaceId and id = n.experiment_id offset 0) e
       )
       select experiment_id as "experimentId", visitor_id as "visitorId", min(time)::text as "lowerAt"
         from pairs group by 1, 2`,
      {
        workspaceId,
        exposureEvent,
        visitors: visits.map((visit) => visit.visitorId),
        times: visits.map(({ time }) => time.toISOString()),
      },
    ),
  );
}

/** Selects the visitors that a change of the definition affects. */
function pairsFor(recount: Recount, experimentIds: readonly string[]): PairStatement {
  if (recount.kind === 'all') {
    return {
      statement: `
        select experiment_id, visitor_id, exposed_at as lower_at from experiment_exposures
         where workspace_id = :workspaceId and experiment_id = any(:experimentIds)
        union all
        select data ->> 'experimentId', visitor_id, min(occurred_at) from events
         where workspace_id = :workspaceId and type = :exposureEvent and visitor_id is not null and not is_bot
           and data ->> 'experimentId' = any(:experimentIds) group by 1, 2`,
      values: { experimentIds, exposureEvent },
    };
  }
  const { all, endedAt, allocations, moneySince } = recount;
  return { statement: concernedPairs, values: { experimentIds, all, endedAt, allocations, moneySince } };
}

/**
 * All visitors, or those with an exposure or outcome after the end, with an exposure after the weights changed, and with
 * an exposure or outcome since the rates changed; a null value selects none of them. A local day can start up to 14
 * hours before the UTC day.
 */
const concernedPairs = `
  select experiment_id, visitor_id, exposed_at as lower_at
    from experiment_exposures x
   cross join (select cast(:endedAt as timestamptz) as ended_at,
                      cast(:moneySince as timestamp) at time zone 'UTC' - interval '14 hours' as money_since) s
   where workspace_id = :workspaceId and experiment_id = any(:experimentIds)
     and (cast(:all as boolean)
          or exposed_at > s.ended_at or crossed_at > s.ended_at or exposed_at >= s.money_since
          or exposed_at >= (select min(a.at) from experiment_allocations a
                             where a.workspace_id = x.workspace_id and a.experiment_id = x.experiment_id
                               and a.number > cast(:allocations as integer))
          or exists (
            select from experiment_outcomes o
             where o.workspace_id = x.workspace_id and o.experiment_id = x.experiment_id and o.visitor_id = x.visitor_id
               and (o.last_at > s.ended_at or o.last_at >= s.money_since)))`;

interface StoredExperiment extends Counted {
  /** The definition that the counts match; null if there are no counts. */
  held: CountDefinition | null;
}

/**
 * Reads experiments and the definitions of their counts.
 * @param experimentIds null for all experiments of the workspace
 */
async function readExperiments(
  database: Database,
  workspaceId: string,
  experimentIds: readonly string[] | null,
): Promise<StoredExperiment[]> {
  type Row = Pick<CountDefinition, 'variantIds' | 'allocations'> &
    Pick<StoredExperiment, 'held'> & { endsAt: string | null };
  const rows = await rowsOf<Row & ExperimentRow>(
    database.raw(
      `select ${listColumns(experimentColumns, 'e')},
              array(select v ->> 'id' from jsonb_array_elements(e.variants) v order by v ->> 'id' collate "C") as "variantIds",
              to_char(e.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "endsAt",
              coalesce((select max(a.number) from experiment_allocations a
                         where a.workspace_id = e.workspace_id and a.experiment_id = e.id), 0) as allocations,
              s.definition as held
         from experiments e
         left join experiment_count_states s on s.workspace_id = e.workspace_id and s.experiment_id = e.id
        where e.workspace_id = :workspaceId and (cast(:ids as text[]) is null or e.id = any(:ids))`,
      { workspaceId, ids: experimentIds as string[] | null },
    ),
  );
  if (rows.length === 0) return [];
  const [conversions, money] = [await readConversions(database, workspaceId), await readMoney(database, workspaceId)];
  return rows.map(({ held, variantIds, endsAt, allocations, ...row }) => {
    const metrics = countedMetrics(metricsOf(experimentFromRow(row)), conversions);
    const version = countingVersionOf(metrics);
    return {
      experimentId: row.id,
      held,
      definition: { version, variantIds, endedAt: endsAt, allocations, money, metrics },
    };
  });
}

/** Reads the base currency and a digest of each month's exchange rates. */
async function readMoney(database: Database, workspaceId: string): Promise<CountDefinition['money'] & object> {
  const [row] = await rowsOf<CountDefinition['money'] & object>(
    database.raw(
      `select base_currency as base, coalesce((
         select json_object_agg(month, digest) from (
           select to_char(date, 'YYYY-MM') as month, md5(string_agg(concat_ws(' ', currency, date, rate), ',' order by currency, date)) as digest
             from exchange_rates where workspace_id = w.id group by 1) d), '{}') as months
         from workspaces w where id = ?`,
      [workspaceId],
    ),
  );
  return row ?? { base: null, months: {} };
}

/** Reads the conversions that metrics can reference. */
export const readConversions = (database: Database, workspaceId: string): Promise<WorkspaceConversion[]> =>
  rowsOf<WorkspaceConversion>(
    database.raw(
      `select id, revision, is_primary as "isPrimary",
              to_char(history_before at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "historyBefore"
         from conversions where workspace_id = ? order by id`,
      [workspaceId],
    ),
  );

async function storeDefinition(
  transaction: Database,
  workspaceId: string,
  { experimentId, definition }: Counted,
): Promise<void> {
  await transaction('experiment_count_states')
    .insert({ workspace_id: workspaceId, experiment_id: experimentId, definition: JSON.stringify(definition) })
    .onConflict(['workspace_id', 'experiment_id'])
    .merge(['definition']);
}
