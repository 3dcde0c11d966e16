import { listMissingPartitions, makePartition } from '../../db/events/event-partitions';
import type { Context } from '../ports';

/**
 * Makes the monthly partitions of `events` from this month to some months ahead, each in a transaction of its own. Events of such a
 * month that fell into the default partition are moved. Safe to repeat.
 * @returns the names of the partitions that were missing
 * @throws PostgreSQL's 55P03 when a long read holds the table's lock; try again later
 */
export async function makeEventPartitions({ database }: Pick<Context, 'database'>): Promise<string[]> {
  const missing = await listMissingPartitions(database);
  for (const { month } of missing) await database.transaction((transaction) => makePartition(transaction, month));
  return missing.map(({ name }) => name);
}
