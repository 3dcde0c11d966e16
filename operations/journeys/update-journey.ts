import type { z } from 'zod';
import { saveDraft, touchJourney } from '../../db/journeys/journeys';
import type { Actor } from '../../domain/accounts/actor';
import { assertCurrent } from '../../domain/errors';
import { statusAfter } from '../../domain/journeys/lifecycle';
import type { updateJourneyBody } from '../../domain/journeys/schemas';
import { recordAct } from '../audit/record-act';
import { draftDefinition, mergeDefinition } from './draft-definition';
import { lockExistingJourney } from './lifecycle';
import type { Context } from '../ports';

/**
 * Updates name, description and draft. Without a draft, any update creates one from the latest version.
 * @throws AppError NOT_FOUND, STALE_UPDATE if the journey was changed since it was read, CONFLICT if it is archived
 */
export function updateJourney(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  id: string,
  body: z.output<typeof updateJourneyBody>,
): Promise<void> {
  const { updatedAt, name, description, ...given } = body;
  const subject = { type: 'journey', id } as const;
  return database.transaction(async (transaction) => {
    const journey = await lockExistingJourney(transaction, actor, id);
    assertCurrent('journey', journey, updatedAt);
    const status = statusAfter(journey.status, 'edit');
    if (journey.draft === null) {
      const metadata = { fromVersion: journey.latestVersion };
      await recordAct(transaction, actor, 'journey.draft_opened', { subject, metadata });
    }
    const draft = mergeDefinition(await draftDefinition(transaction, journey), given);
    await saveDraft(transaction, actor.workspaceId, id, draft);
    await touchJourney(transaction, actor.workspaceId, id, { name, description, status });
    const fields = Object.keys(body).filter((field) => field !== 'updatedAt');
    await recordAct(transaction, actor, 'journey.updated', { subject, metadata: { fields } });
  });
}
