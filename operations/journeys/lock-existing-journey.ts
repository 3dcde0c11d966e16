import type { Database } from '../../db/connection/pool';
import { lockJourney, type Journey } from '../../db/journeys/journeys';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';

/** A journey that nothing else changes before the transaction ends. @throws AppError NOT_FOUND */
export async function lockExistingJourney(
  transaction: Database,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  id: string,
): Promise<Journey> {
  const journey = await lockJourney(transaction, workspaceId, id);
  if (journey === null) throw notFound('Journey', id);
  return journey;
}
