import type { Database } from '../../db/connection/pool';
import { insertMovement, type Movement, type RecordedMovement } from '../../db/journeys/movements';

/** Moves an execution on: the step left, the position, the end if it has one. Safe to repeat. */
export const recordMovement = (database: Database, movement: Movement): Promise<RecordedMovement> =>
  insertMovement(database, movement);
