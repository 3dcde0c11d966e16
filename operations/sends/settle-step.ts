import type { Database } from '../../db/connection/pool';
import type { Settling } from '../../db/email/sends';
import { insertMovement, type Movement, type RecordedMovement } from '../../db/journeys/movements';

/** Settles the send of a step and moves its execution on, together. Safe to repeat. @param send null when there is none to settle */
export const settleStep = (database: Database, movement: Movement, send: Settling | null): Promise<RecordedMovement> =>
  insertMovement(database, movement, send);
