import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Values of targets over time, as they were entered: `target_values`. */

/**
 * Appends the current values of one target, or of all targets of a conversion. A value that equals the last one is not
 * appended again.
 */
export async function recordValues(
  transaction: Database,
  workspaceId: string,
  { conversionId, id }: { conversionId?: string | undefined; id?: string | undefined },
): Promise<void> {
  await transaction.raw(
    `insert into target_values (workspace_id, target_id, value)
     select t.workspace_id, t.id, t.current from targets t
       left join lateral (
         select v.value from target_values v where v.workspace_id = t.workspace_id and v.target_id = t.id
          order by v.number desc limit 1
       ) last on true
      where t.workspace_id = :workspaceId and (t.source_conversion_id = :conversionId or t.id = :id)
        and last.value is distinct from t.current`,
    { workspaceId, conversionId: conversionId ?? null, id: id ?? null },
  );
}

/** Reads the last value of each local day on which a value was entered, by ISO date. */
export async function readDailyValues(
  database: Database,
  { workspaceId, id, timezone }: { workspaceId: string; id: string; timezone: string },
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ date: string; value: number }>(
    database.raw(
      `select distinct on (1) (at at time zone ?)::date::text as date, value from target_values
        where workspace_id = ? and target_id = ? order by 1, number desc`,
      [timezone, workspaceId, id],
    ),
  );
  return new Map(rows.map(({ date, value }) => [date, value]));
}
