import type { ApplyErrors } from '../../domain/experiments/data-quality';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { Experiment } from '../experiments/experiments';

/**
 * Counts bots that reported an exposure. The type is a literal in the statement, so that the partial index for bots is
 * used.
 */
export async function countBotsExposed(database: Database, { workspaceId, id }: Experiment): Promise<number> {
  const [row] = await rowsOf<{ bots: number }>(
    database.raw(
      `select count(distinct visitor_id)::int as bots from events
        where workspace_id = :workspaceId and is_bot and type = 'experiment_exposure' and data ->> 'experimentId' = :id`,
      { workspaceId, id },
    ),
  );
  return row?.bots ?? 0;
}

const maxReasons = 5;

/**
 * Counts the visitors of each variant with a report that the variant could not be applied, without bots. The event type
 * is a literal, so that its partial index is used. Reasons come from browsers and can be any text.
 */
export async function findApplyErrors(
  database: Database,
  { workspaceId, id, variants }: Experiment,
): Promise<ApplyErrors[]> {
  const rows = await rowsOf<{ variantId: string; reason: string | null; visitors: number; unexposed: number }>(
    database.raw(
      `with errors as (
         select distinct e.visitor_id, e.data ->> 'variantId' as variant_id,
                left(coalesce(e.data ->> 'reason', 'unknown'), 200) as reason, x.visitor_id is null as is_unexposed
           from events e
           left join experiment_exposures x
             on x.workspace_id = e.workspace_id and x.experiment_id = :id and x.visitor_id = e.visitor_id
          where e.workspace_id = :workspaceId and e.type = 'experiment_error' and e.data ->> 'experimentId' = :id
            and not e.is_bot and e.visitor_id is not null)
       select variant_id as "variantId", reason, count(distinct visitor_id)::int as visitors,
              count(distinct visitor_id) filter (where is_unexposed)::int as unexposed
         from errors group by grouping sets ((variant_id), (variant_id, reason))
        order by visitors desc, reason`,
      { workspaceId, id },
    ),
  );
  return variants.flatMap((variant) => {
    const [total, ...reasons] = rows
      .filter(({ variantId }) => variantId === variant.id)
      .sort((one, other) => Number(other.reason === null) - Number(one.reason === null));
    if (total === undefined) return [];
    return {
      variantId: variant.id,
      visitors: total.visitors,
      unexposed: total.unexposed,
      reasons: reasons.slice(0, maxReasons).map(({ reason, visitors }) => ({ reason: reason ?? '', visitors })),
    };
  });
}

/**
 * Finds when the experiment's first weights applied: at its first start, even if it was reset to a draft since. Returns
 * null if it never started.
 */
export async function findFirstAllocation(database: Database, { workspaceId, id }: Experiment): Promise<Date | null> {
  const [row] = await rowsOf<{ at: Date | null }>(
    database.raw(
      `select min(at) as at from experiment_allocations where workspace_id = :workspaceId and experiment_id = :id`,
      { workspaceId, id },
    ),
  );
  return row?.at ?? null;
}

/** Counts visitors of the workspace by day, without bots. */
export async function findVisitorsByDay(
  database: Database,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ day: string; visitors: number }>(
    database.raw(
      `select day::text, sum(visitors)::int as visitors from channel_days
        where workspace_id = :workspaceId and day between cast(:from as date) and cast(:to as date) group by 1`,
      { workspaceId, from, to },
    ),
  );
  return new Map(rows.map(({ day, visitors }) => [day, visitors]));
}
