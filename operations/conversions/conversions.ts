import { lockRollups } from '../../db/analytics/rollups';
import { startHistory, deleteSome, enqueueHistory } from '../../db/conversions/completion-history';
import {
  deleteConversion as deleteRow,
  findConversion,
  insertConversion,
  lockConversions,
  updateConversion as updateRow,
} from '../../db/conversions/conversions';
import { keepCounted } from '../../db/targets/targets';
import type { Actor } from '../../domain/accounts/actor';
import {
  describeConversion,
  type DescribedConversion,
  type SubmittedConversion,
} from '../../domain/conversions/describe';
import { assertCurrent, notFound } from '../../domain/errors';
import { drainRollups } from '../analytics/drain-rollups';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

/** Stored events that are matched in the transaction of a change. A workflow matches the others. */
const matchBatchSize = 50_000;

/**
 * Creates a conversion and starts to match stored events.
 * @param batchSize maximum number of stored events that are matched in the transaction
 * @returns its id
 * @throws AppError VALIDATION_ERROR
 */
export async function createConversion(
  { database }: Pick<Context, 'database'>,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  given: SubmittedConversion,
  batchSize = matchBatchSize,
): Promise<string> {
  const { workspaceId } = actor;
  const described = describeConversion(given, null);
  return database.transaction(
    async (transaction) => {
      await lockConversions(transaction, workspaceId);
      const id = await insertConversion(transaction, workspaceId, described);
      await startHistory(transaction, { workspaceId, id }, batchSize);
      await recordAct(transaction, actor, 'conversion.created', { subject: { type: 'conversion', id } });
      return id;
    },
    { isolationLevel: 'read committed' },
  );
}

interface Change {
  id: string;
  /** Omitted fields keep their values. */
  given: SubmittedConversion;
  /** The `updatedAt` that the caller read. */
  updatedAt?: string | undefined;
  /** Maximum number of stored events that are matched in the transaction; 50,000 by default. */
  batchSize?: number;
}

/**
 * Updates a conversion under the lock of the workspace's conversions. If its definition changes, history is matched again.
 * @throws AppError NOT_FOUND, STALE_UPDATE if the conversion was changed since it was read, VALIDATION_ERROR
 */
export function updateConversion(
  { database }: Pick<Context, 'database'>,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  { id, given, updatedAt, batchSize = matchBatchSize }: Change,
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
      if (isRedefined) await startHistory(transaction, name, batchSize);
      // The workflow may have been lost, so it is queued again.
      else if (current.matchedFrom !== null) await enqueueHistory(transaction, name);
      await recordAct(transaction, actor, 'conversion.updated', { subject: { type: 'conversion', id } });
    },
    { isolationLevel: 'read committed' },
  );
}

/** Returns the fields that decide whether an event matches, for comparison. */
const matching = ({ type, eventType, urlPattern, selector, conditions }: DescribedConversion): string =>
  JSON.stringify([
    type,
    eventType,
    urlPattern,
    selector,
    Object.entries(conditions).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);

/** Deletes a conversion. Its targets keep their counted value. @throws AppError NOT_FOUND */
export async function deleteConversion(
  { database }: Pick<Context, 'database'>,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  id: string,
): Promise<void> {
  const { workspaceId } = actor;
  await drainRollups({ database }, workspaceId);
  await database.transaction(
    async (transaction) => {
      await lockConversions(transaction, workspaceId);
      await lockRollups(transaction, workspaceId);
      await keepCounted(transaction, workspaceId, { conversionId: id });
      if (!(await deleteRow(transaction, workspaceId, id))) throw notFound('Conversion', id);
      const isDone = await deleteSome(transaction, { workspaceId, id }, matchBatchSize);
      if (!isDone) await enqueueHistory(transaction, { workspaceId, id });
      await recordAct(transaction, actor, 'conversion.deleted', { subject: { type: 'conversion', id } });
    },
    { isolationLevel: 'read committed' },
  );
}
