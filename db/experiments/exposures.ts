import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** The type of the event that says that a visitor saw a variant. */
export const exposureEvent = 'experiment_exposure';

/** The variant that a visitor was exposed to first, by experiment. Bots are passed over, as they are in results. */
export async function findFirstExposures(
  database: Database,
  workspaceId: string,
  { visitorId, experimentIds }: { visitorId: string; experimentIds: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await rowsOf<{ experimentId: string; variantId: string }>(
    database.raw(
      `select distinct on (data ->> 'experimentId')
              data ->> 'experimentId' as "experimentId", data ->> 'variantId' as "variantId"
         from events
        where workspace_id = ? and visitor_id = ? and type = ? and not is_bot
          and data ->> 'experimentId' = any(?) and jsonb_typeof(data -> 'variantId') = 'string'
        order by data ->> 'experimentId', occurred_at, id`,
      [workspaceId, visitorId, exposureEvent, [...experimentIds]],
    ),
  );
  return new Map(rows.map(({ experimentId, variantId }) => [experimentId, variantId]));
}
