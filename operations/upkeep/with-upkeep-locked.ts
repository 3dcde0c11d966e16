import type { Database } from '../../db/connection/pool';
import { takeUpkeep } from '../../db/upkeep';

/** Does a round of upkeep, unless another process does one now. @returns null when another does */
export function withUpkeepLocked<Result>(database: Database, round: () => Promise<Result>): Promise<Result | null> {
  return database.transaction(async (transaction) => ((await takeUpkeep(transaction)) ? round() : null));
}
