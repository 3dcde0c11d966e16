import { beginHistory } from '../../db/conversions/completion-history';
import type { Database } from '../../db/connection/pool';
import { insertConversion, lockConversions } from '../../db/conversions/conversions';
import type { Actor } from '../../domain/accounts/actor';
import { describeConversion, type GivenConversion } from '../../domain/conversions/describe';
import { recordAct } from '../audit/record-act';
import { matchedAtOnce } from './matched-at-once';

/**
 * Creates a conversion, and begins to match the events from before.
 * @param atOnce events of history that are matched in the transaction at most
 * @returns its id
 * @throws AppError VALIDATION_ERROR
 */
export async function createConversion(
  database: Database,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  given: GivenConversion,
  atOnce = matchedAtOnce,
): Promise<string> {
  const { workspaceId } = actor;
  const described = describeConversion(given, null);
  return database.transaction(
    async (transaction) => {
      await lockConversions(transaction, workspaceId);
      const id = await insertConversion(transaction, workspaceId, described);
      await beginHistory(transaction, { workspaceId, id }, atOnce);
      await recordAct(transaction, actor, 'conversion.created', { subject: { type: 'conversion', id } });
      return id;
    },
    { isolationLevel: 'read committed' },
  );
}
