import type { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import {
  lockTriggerContractForUpdate,
  updateTriggerContract as updateRow,
  type TriggerContract,
} from '../../db/trigger-contracts/trigger-contracts';
import type { Actor } from '../../domain/accounts/actor';
import { assertCurrent, notFound } from '../../domain/errors';
import type { updateTriggerContractBody } from '../../domain/trigger-contracts/schemas';

/**
 * Updates a trigger contract for future publications. Published versions keep their copy.
 * @throws AppError NOT_FOUND, STALE_UPDATE if the trigger contract was changed since it was read
 */
export function updateTriggerContract(
  database: Database,
  { workspaceId }: Actor,
  id: string,
  { updatedAt, ...changes }: z.output<typeof updateTriggerContractBody>,
): Promise<TriggerContract> {
  return database.transaction(async (transaction) => {
    const before = await lockTriggerContractForUpdate(transaction, workspaceId, id);
    if (before === null) throw notFound('Trigger contract', id);
    assertCurrent('trigger contract', before, updatedAt);
    return updateRow(transaction, { workspaceId, id }, changes);
  });
}
