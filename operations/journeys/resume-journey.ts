import type { Database } from '../../db/connection/pool';
import { touchJourney } from '../../db/journeys/journeys';
import type { Actor } from '../../domain/accounts/actor';
import { conflict } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { lockExistingJourney } from './lock-existing-journey';

/** Lets events start executions again; those of the pause start none. @throws AppError NOT_FOUND, CONFLICT when it is not paused */
export function resumeJourney(database: Database, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const { status } = await lockExistingJourney(transaction, actor, id);
    if (status !== 'paused')
      throw conflict(`Only a paused journey can be resumed. The journey's status is "${status}".`);
    await touchJourney(transaction, actor.workspaceId, id, { status: 'published' });
    await recordAct(transaction, actor, 'journey.resumed', { subject: { type: 'journey', id } });
  });
}
