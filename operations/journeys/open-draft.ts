import type { Database } from '../../db/connection/pool';
import { saveDraft, touchJourney } from '../../db/journeys/journeys';
import type { Actor } from '../../domain/accounts/actor';
import { conflict } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { draftDefinition } from './draft-definition';
import { lockExistingJourney } from './lock-existing-journey';

/** Opens a draft from the latest version; one that is open stays. @throws AppError NOT_FOUND, CONFLICT when it is archived */
export function openDraft(database: Database, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const journey = await lockExistingJourney(transaction, actor, id);
    if (journey.status === 'archived') throw conflict('No draft can be opened. The journey\'s status is "archived".');
    if (journey.draft !== null) return;
    await saveDraft(transaction, actor.workspaceId, id, await draftDefinition(transaction, journey));
    await touchJourney(transaction, actor.workspaceId, id, {});
    const metadata = { fromVersion: journey.latestVersion };
    await recordAct(transaction, actor, 'journey.draft_opened', { subject: { type: 'journey', id }, metadata });
  });
}
