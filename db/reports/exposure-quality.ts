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
