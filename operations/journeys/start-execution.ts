import { lockEndUsers } from '../../db/end-users/end-users';
import { confirmPublicLead } from '../../db/end-users/public-leads';
import { findUnfinishedMessages } from './unfinished-messages';
import { startJourneyFor, type Start } from './start-triggered-journeys';
import { findJourney } from '../../db/journeys/journeys';
import { findStartableJourney } from '../../db/journeys/startable-journeys';
import { conflict, notFound } from '../../domain/errors';
import { refusalOf } from '../../domain/journeys/lifecycle';
import type { Context } from '../ports';

export interface StartRequest {
  workspaceId: string;
  journeyId: string;
  endUserId: string;
  idempotencyKey?: string;
  /** The id of the user or key that starts it manually. */
  actor?: string;
  /** The W3C `traceparent` of the request. */
  traceparent?: string | null;
}

/**
 * Starts a published journey for one person. Because the caller names the person, people who were created by a page can
 * receive email. Audience, re-entry and holdout apply as for events.
 * @throws AppError NOT_FOUND, CONFLICT unless the journey is published
 */
export function startExecution(
  { database }: Pick<Context, 'database'>,
  { workspaceId, journeyId, endUserId, ...by }: StartRequest,
): Promise<Start> {
  return database.transaction(async (transaction) => {
    const journey = await findStartableJourney(transaction, workspaceId, journeyId);
    if (journey === null) {
      const found = await findJourney(transaction, workspaceId, journeyId);
      if (found === null) throw notFound('Journey', journeyId);
      const { draft, status } = found;
      const unfinished = draft === null ? [] : await findUnfinishedMessages(transaction, workspaceId, draft);
      throw conflict([refusalOf(status, 'start'), ...unfinished].join(' '));
    }
    await confirmPublicLead(transaction, workspaceId, { id: endUserId });
    const endUser = (await lockEndUsers(transaction, workspaceId, [endUserId])).get(endUserId);
    if (endUser === undefined) throw notFound('End user', endUserId);
    return startJourneyFor(transaction, journey, endUser, by);
  });
}
