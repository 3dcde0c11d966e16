import type { Database } from '../../db/connection/pool';
import { touchJourney } from '../../db/journeys/journeys';
import type { Actor } from '../../domain/accounts/actor';
import { conflict } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { lockExistingJourney } from './lock-existing-journey';

/** Keeps new executions from starting; those in flight go on. @throws AppError NOT_FOUND, CONFLICT when it is not published */
export function pauseJourney(database: Database, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const { status } = await lockExistingJourney(transaction, actor, id);
    if (status !== 'published')
      throw conflict(`Only a published journey can be paused. The journey's status is "${status}".`);
    await touchJourney(transaction, actor.workspaceId, id, { status: 'paused' });
    await recordAct(transaction, actor, 'journey.paused', { subject: { type: 'journey', id } });
  });
}
