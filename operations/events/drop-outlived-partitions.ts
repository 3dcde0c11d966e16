import { dropPartition, isEmpty, listOldPartitions } from '../../db/events/event-partitions';
import type { Context } from '../ports';

/**
 * Drops old monthly partitions of `events`: those that end before every workspace's retention, and those without a row. The default
 * partition stays.
 * @returns their names
 * @throws PostgreSQL's 55P03 when a long read holds the table's lock; try again later
 */
export async function dropOutlivedPartitions({ database }: Pick<Context, 'database'>): Promise<string[]> {
  const dropped: string[] = [];
  for (const { name, isOutlived } of await listOldPartitions(database)) {
    if (!isOutlived && !(await isEmpty(database, name))) continue;
    const isDropped = await database.transaction((transaction) =>
      dropPartition(transaction, name, { onlyEmpty: !isOutlived }),
    );
    if (isDropped) dropped.push(name);
  }
  return dropped;
}
