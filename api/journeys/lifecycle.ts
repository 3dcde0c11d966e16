import { recordAudit } from '../../db/audit';
import type { Database } from '../../db/connection';
import { cancelRunsOfArchived } from '../../db/journey-archive';
import { lockJourney, saveDraft, touchJourney, type Journey } from '../../db/journeys';
import { conflict, notFound } from '../../domain/errors';
import type { Actor } from '../route';
import { openDraft } from './drafts';

/** published --pause--> paused --resume--> published; any --archive--> archived, for good. */

/** Keeps new runs from starting; those in flight go on. @throws AppError NOT_FOUND, CONFLICT when it is not published */
export async function pauseJourney(transaction: Database, actor: Actor, id: string): Promise<void> {
  const journey = await holdJourney(transaction, actor, id);
  if (journey.status !== 'published') throw wrongStatus(journey, 'Only a published journey can be paused.');
  await touchJourney(transaction, actor.workspaceId, id, { status: 'paused' });
  await log(transaction, actor, id, { action: 'journey.paused' });
}

/** Lets events start runs again; those of the pause start none. @throws AppError NOT_FOUND, CONFLICT when it is not paused */
export async function resumeJourney(transaction: Database, actor: Actor, id: string): Promise<void> {
  const journey = await holdJourney(transaction, actor, id);
  if (journey.status !== 'paused') throw wrongStatus(journey, 'Only a paused journey can be resumed.');
  await touchJourney(transaction, actor.workspaceId, id, { status: 'published' });
  await log(transaction, actor, id, { action: 'journey.resumed' });
}

/** Ends a journey and its runs in flight for good; the record is kept. Archiving twice is once. @throws AppError NOT_FOUND */
export async function archiveJourney(transaction: Database, actor: Actor, id: string): Promise<void> {
  const journey = await holdJourney(transaction, actor, id);
  if (journey.status === 'archived') return;
  const canceled = await cancelRunsOfArchived(transaction, actor.workspaceId, id);
  await touchJourney(transaction, actor.workspaceId, id, { status: 'archived' });
  await log(transaction, actor, id, { action: 'journey.archived', metadata: { canceled } });
}

/** Opens a draft from the latest version; one that is open stays. @throws AppError NOT_FOUND, CONFLICT when it is archived */
export async function openJourneyDraft(transaction: Database, actor: Actor, id: string): Promise<void> {
  const journey = await holdJourney(transaction, actor, id);
  if (journey.status === 'archived') throw wrongStatus(journey, 'No draft can be opened.');
  if (journey.draft !== null) return;
  await saveDraft(transaction, actor.workspaceId, id, await openDraft(transaction, journey));
  await touchJourney(transaction, actor.workspaceId, id, {});
  const metadata = { fromVersion: journey.latestVersion };
  await log(transaction, actor, id, { action: 'journey.draft_opened', metadata });
}

async function holdJourney(transaction: Database, { workspaceId }: Actor, id: string): Promise<Journey> {
  const journey = await lockJourney(transaction, workspaceId, id);
  if (journey === null) throw notFound('Journey', id);
  return journey;
}

const wrongStatus = ({ status }: Journey, rule: string) => conflict(`${rule} The journey's status is "${status}".`);

const log = (
  transaction: Database,
  { workspaceId, id: actor }: Actor,
  journeyId: string,
  entry: { action: string; metadata?: Record<string, unknown> },
): Promise<void> =>
  recordAudit(transaction, [{ workspaceId, subjectType: 'journey', subjectId: journeyId, actor, ...entry }]);
