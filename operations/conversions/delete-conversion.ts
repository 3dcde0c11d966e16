import { deleteSome, enqueueHistory } from '../../db/conversions/completion-history';
import type { Database } from '../../db/connection/pool';
import { deleteConversion as deleteRow, lockConversions } from '../../db/conversions/conversions';
import { lockRollups } from '../../db/analytics/rollups';
import { drainRollups } from '../analytics/drain-rollups';
import { keepCounted } from '../../db/targets/targets';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { matchedAtOnce } from './matched-at-once';

/** Deletes a conversion; its targets keep what it had counted. @throws AppError NOT_FOUND */
export async function deleteConversion(
  database: Database,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  id: string,
): Promise<void> {
  const { workspaceId } = actor;
  await drainRollups(database, workspaceId);
  await database.transaction(
    async (transaction) => {
      await lockConversions(transaction, workspaceId);
      await lockRollups(transaction, workspaceId);
      await keepCounted(transaction, workspaceId, { conversionId: id });
      if (!(await deleteRow(transaction, workspaceId, id))) throw notFound('Conversion', id);
      const isDone = await deleteSome(transaction, { workspaceId, id }, matchedAtOnce);
      if (!isDone) await enqueueHistory(transaction, { workspaceId, id });
      await recordAct(transaction, actor, 'conversion.deleted', { subject: { type: 'conversion', id } });
    },
    { isolationLevel: 'read committed' },
  );
}
