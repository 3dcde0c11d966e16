import { enqueueHistory, type ConversionName } from '../../db/conversions/completion-history';
import type { Database } from '../../db/connection/pool';

/** Queues the workflow that matches the rest of a conversion's history. */
export const requeueHistory = (database: Database, name: ConversionName): Promise<void> =>
  database.transaction((transaction) => enqueueHistory(transaction, name));
