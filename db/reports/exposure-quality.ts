import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { Experiment } from '../experiments/experiments';

/** Bots that said they saw a variant. Found by their own index, so that the type stands in the statement. */
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

/** When its first weights came into force: at its first start, also when it was made a draft again since. Null for one that never started. */
export async function findFirstAllocation(database: Database, { workspaceId, id }: Experiment): Promise<Date | null> {
  const [row] = await rowsOf<{ at: Date | null }>(
    database.raw(
      `select min(at) as at from experiment_allocations where workspace_id = :workspaceId and experiment_id = :id`,
      { workspaceId, id },
    ),
  );
  return row?.at ?? null;
}

/** Visitors of the workspace by day, bots left out. */
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
