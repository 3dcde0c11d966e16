import { takeUpkeep } from '../../db/upkeep';
import type { Context } from '../ports';

/** Does a round of upkeep, unless another process does one now. @returns null when another does */
export function withUpkeepLocked<Result>(
  { database }: Pick<Context, 'database'>,
  round: () => Promise<Result>,
): Promise<Result | null> {
  return database.transaction(async (transaction) => ((await takeUpkeep(transaction)) ? round() : null));
}
