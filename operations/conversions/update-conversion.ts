import { beginHistory, enqueueHistory } from '../../db/conversions/completion-history';
import type { Database } from '../../db/connection/pool';
import { findConversion, lockConversions, updateConversion as updateRow } from '../../db/conversions/conversions';
import type { Actor } from '../../domain/accounts/actor';
import { describeConversion, type DescribedConversion, type GivenConversion } from '../../domain/conversions/describe';
import { assertCurrent, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { matchedAtOnce } from './matched-at-once';

interface Change {
  id: string;
  /** What is not given stays. */
  given: GivenConversion;
  /** The `updatedAt` that the caller read. */
  updatedAt?: string | undefined;
  /** Events of history that are matched in the transaction at most; 50,000 unless given. */
  atOnce?: number;
}

/**
 * Updates a conversion under the lock of the workspace's conversions. If its definition changes, history is matched again.
 * @throws AppError NOT_FOUND, STALE_UPDATE if the conversion was changed since it was read, VALIDATION_ERROR
 */
export function updateConversion(
  database: Database,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  { id, given, updatedAt, atOnce = matchedAtOnce }: Change,
): Promise<void> {
  const name = { workspaceId: actor.workspaceId, id };
  return database.transaction(
    async (transaction) => {
      await lockConversions(transaction, name.workspaceId);
      const current = await findConversion(transaction, name.workspaceId, id);
      if (current === null) throw notFound('Conversion', id);
      assertCurrent('conversion', current, updatedAt);
      const described = describeConversion(given, current);
      const isRedefined = matching(described) !== matching(current);
      await updateRow(transaction, name, described, isRedefined);
      if (isRedefined) await beginHistory(transaction, name, atOnce);
      // Whatever became of the workflow, this takes its work up again.
      else if (current.matchedFrom !== null) await enqueueHistory(transaction, name);
      await recordAct(transaction, actor, 'conversion.updated', { subject: { type: 'conversion', id } });
    },
    { isolationLevel: 'read committed' },
  );
}

/** What decides whether an event matches, to compare. */
const matching = ({ type, eventType, urlPattern, selector, conditions }: DescribedConversion): string =>
  JSON.stringify([
    type,
    eventType,
    urlPattern,
    selector,
    Object.entries(conditions).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
