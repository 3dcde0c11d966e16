import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';
import type { Counted, CountScope, Pair } from './counting';
import { recountExposures, sumExposures } from './exposure-recount';
import { recountOutcomes, sumOutcomes } from './outcome-recount';

/**
 * Counts visitors of experiments from their events and completions, and adds what differs from the last count to the sums. One
 * transaction at a time does so for a workspace: that which has locked its rollups.
 */

/** Visitors who are counted by one statement. */
const pairsAtOnce = 10_000;

/** Counts visitors of experiments: their exposures, then what they did. Each pair is named once. */
export async function recountPairs(
  transaction: Database,
  scope: CountScope,
  counted: readonly Counted[],
  pairs: readonly Pair[],
): Promise<void> {
  for (let start = 0; start < pairs.length; start += pairsAtOnce) {
    const portion = pairs.slice(start, start + pairsAtOnce);
    await recountExposures(transaction, scope, counted, portion);
    await recountOutcomes(transaction, scope, counted, portion);
  }
}

/** A statement with the columns experiment_id, visitor_id and lower_at, before which no exposure of theirs is. */
export interface PairStatement {
  statement: string;
  values: Record<string, string | number | null | readonly string[]>;
}

/** As {@link recountPairs}, for all whom a statement names, however many these are. It sees what was there before. */
export async function recountFound(
  transaction: Database,
  scope: CountScope,
  counted: readonly Counted[],
  { statement, values }: PairStatement,
): Promise<void> {
  await transaction.raw(
    `declare pairs no scroll cursor for
     select experiment_id as "experimentId", visitor_id as "visitorId", min(lower_at)::text as "lowerAt"
       from (${statement}) p group by 1, 2`,
    { ...values, workspaceId: scope.workspaceId },
  );
  let found: Pair[];
  do {
    found = await rowsOf<Pair>(transaction.raw(`fetch ${pairsAtOnce} from pairs`));
    await recountPairs(transaction, scope, counted, found);
  } while (found.length === pairsAtOnce);
  await transaction.raw('close pairs');
}

/** Computes the sums from scratch: for days that are cut otherwise than those before. */
export async function sumAgain(
  transaction: Database,
  scope: CountScope,
  experimentIds: readonly string[],
): Promise<void> {
  await sumExposures(transaction, scope, experimentIds);
  await sumOutcomes(transaction, scope, experimentIds);
}
