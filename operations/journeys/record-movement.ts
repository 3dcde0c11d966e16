import type { Database } from '../../db/connection/pool';
import { insertMovement, type Movement } from '../../db/journeys/executions';

/** Moves an execution on: the step left, the position, the end if it has one. Safe to repeat. */
export const recordMovement = (database: Database, movement: Movement): Promise<void> =>
  database.transaction((transaction) => insertMovement(transaction, movement));
