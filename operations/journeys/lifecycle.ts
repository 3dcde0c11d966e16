import type { Database } from '../../db/connection/pool';
import { cancelExecutions } from '../../db/journeys/cancel-executions';
import { lockJourney, saveDraft, touchJourney, type Journey } from '../../db/journeys/journeys';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { statusAfter } from '../../domain/journeys/lifecycle';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';
import { draftDefinition } from './draft-definition';

const recorded = { pause: 'journey.paused', resume: 'journey.resumed', archive: 'journey.archived' } as const;

/**
 * Pauses, resumes or archives a journey. A paused journey starts no executions; running ones continue. An archived journey ends with
 * its running executions; its record is kept. Archiving again changes nothing.
 * @throws AppError NOT_FOUND, CONFLICT if the journey's status does not allow it
 */
export function changeStatus(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  id: string,
  action: keyof typeof recorded,
): Promise<void> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const journey = await lockExistingJourney(transaction, actor, id);
    const status = statusAfter(journey.status, action);
    if (status === journey.status) return;
    const metadata =
      action === 'archive' ? { canceled: await cancelExecutions(transaction, workspaceId, { journeyId: id }) } : {};
    await touchJourney(transaction, workspaceId, id, { status });
    await recordAct(transaction, actor, recorded[action], { subject: { type: 'journey', id }, metadata });
  });
}

/** Opens a draft from the latest version. An open draft is kept. @throws AppError NOT_FOUND, CONFLICT if the journey is archived */
export function openDraft({ database }: Pick<Context, 'database'>, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const journey = await lockExistingJourney(transaction, actor, id);
    const status = statusAfter(journey.status, 'openDraft');
    if (journey.draft !== null) return;
    await saveDraft(transaction, actor.workspaceId, id, await draftDefinition(transaction, journey));
    await touchJourney(transaction, actor.workspaceId, id, { status });
    const metadata = { fromVersion: journey.latestVersion };
    await recordAct(transaction, actor, 'journey.draft_opened', { subject: { type: 'journey', id }, metadata });
  });
}

/** Locks a journey until the transaction ends. @throws AppError NOT_FOUND */
export async function lockExistingJourney(
  transaction: Database,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  id: string,
): Promise<Journey> {
  const journey = await lockJourney(transaction, workspaceId, id);
  if (journey === null) throw notFound('Journey', id);
  return journey;
}
