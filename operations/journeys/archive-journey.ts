import type { Database } from '../../db/connection/pool';
import { cancelExecutions } from '../../db/journeys/cancel-executions';
import { touchJourney } from '../../db/journeys/journeys';
import type { Actor } from '../../domain/accounts/actor';
import { recordAct } from '../audit/record-act';
import { lockExistingJourney } from './lock-existing-journey';

/** Ends a journey and its executions in flight for good; the record is kept. Safe to repeat. @throws AppError NOT_FOUND */
export function archiveJourney(database: Database, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const { status } = await lockExistingJourney(transaction, actor, id);
    if (status === 'archived') return;
    const canceled = await cancelExecutions(transaction, actor.workspaceId, { journeyId: id });
    await touchJourney(transaction, actor.workspaceId, id, { status: 'archived' });
    const subject = { type: 'journey', id } as const;
    await recordAct(transaction, actor, 'journey.archived', { subject, metadata: { canceled } });
  });
}
