import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';
import type { Counted, CountScope, Pair } from './counting';
import { recountExposures, sumExposures } from './exposure-recount';
import { recountOutcomes, sumOutcomes } from './outcome-recount';

/**
 * Counts visitors of experiments from their events and completions, and adds the differences from the last count to the
 * sums. One transaction at a time does so for a workspace: the one with the rollup lock.
 */

/** Visitors per statement. */
const pairBatchSize = 10_000;

/** Counts visitors of experiments: first their exposures, then their outcomes. Each pair may occur only once. */
export async function recountPairs(
  transaction: Database,
  scope: CountScope,
  counted: readonly Counted[],
  pairs: readonly Pair[],
): Promise<void> {
  for (let start = 0; start < pairs.length; start += pairBatchSize) {
    const portion = pairs.slice(start, start + pairBatchSize);
    await recountExposures(transaction, scope, counted, portion);
    await recountOutcomes(transaction, scope, counted, portion);
  }
}

/** A statement with the columns experiment_id, visitor_id and lower_at, a lower bound of the visitor's exposures. */
export interface PairStatement {
  statement: string;
  values: Record<string, string | number | boolean | null | readonly string[]>;
}

/**
 * Counts visitors like {@link recountPairs}, for any number of pairs that a statement selects. The statement sees the
 * rows from before the recount.
 */
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
    found = await rowsOf<Pair>(transaction.raw(`fetch ${pairBatchSize} from pairs`));
    await recountPairs(transaction, scope, counted, found);
  } while (found.length === pairBatchSize);
  await transaction.raw('close pairs');
}

/** Recomputes the sums from scratch, after the boundaries of days have changed. */
export async function sumAgain(
  transaction: Database,
  scope: CountScope,
  experimentIds: readonly string[],
): Promise<void> {
  await sumExposures(transaction, scope, experimentIds);
  await sumOutcomes(transaction, scope, experimentIds);
}
