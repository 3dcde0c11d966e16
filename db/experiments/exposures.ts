import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Type of the event that reports that a visitor saw a variant. */
export const exposureEvent = 'experiment_exposure';

/**
 * Finds the variant of a visitor's first exposure, by experiment. Skips bots and variants that the experiment does not
 * have (any more), as results do.
 */
export async function findFirstExposures(
  database: Database,
  workspaceId: string,
  { visitorId, experiments }: { visitorId: string; experiments: readonly WithVariants[] },
): Promise<Map<string, string>> {
  const pairs = experiments.flatMap(({ id, variants }) => variants.map((variant) => ({ id, variantId: variant.id })));
  const rows = await rowsOf<{ experimentId: string; variantId: string }>(
    database.raw(
      `select distinct on (data ->> 'experimentId')
              data ->> 'experimentId' as "experimentId", data ->> 'variantId' as "variantId"
         from events
        where workspace_id = ? and visitor_id = ? and type = ? and not is_bot
          and (data ->> 'experimentId', data ->> 'variantId') in (
            select * from unnest(cast(? as text[]), cast(? as text[])))
        order by data ->> 'experimentId', occurred_at, id`,
      [workspaceId, visitorId, exposureEvent, pairs.map(({ id }) => id), pairs.map(({ variantId }) => variantId)],
    ),
  );
  return new Map(rows.map(({ experimentId, variantId }) => [experimentId, variantId]));
}

interface WithVariants {
  id: string;
  variants: readonly { id: string }[];
}
