import type { z } from 'zod';
import {
  deleteTriggerContract as deleteRow,
  insertTriggerContract,
  lockTriggerContractForUpdate,
  type TriggerContract,
  updateTriggerContract as updateRow,
} from '../../db/trigger-contracts/trigger-contracts';
import type { Actor } from '../../domain/accounts/actor';
import { assertCurrent, inUse, notFound } from '../../domain/errors';
import type { createTriggerContractBody, updateTriggerContractBody } from '../../domain/trigger-contracts/schemas';
import type { Context } from '../ports';

/** Creates a trigger contract. The default name is the name of its event. */
export const createTriggerContract = (
  { database }: Pick<Context, 'database'>,
  { workspaceId }: Actor,
  { eventName, name = eventName, where = null }: z.output<typeof createTriggerContractBody>,
): Promise<TriggerContract> => insertTriggerContract(database, { workspaceId, name, eventName, where });

/**
 * Updates a trigger contract for future publications. Published versions keep their copy.
 * @throws AppError NOT_FOUND, STALE_UPDATE if the trigger contract was changed since it was read
 */
export function updateTriggerContract(
  { database }: Pick<Context, 'database'>,
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

/** Deletes a trigger contract. @throws AppError NOT_FOUND, CONFLICT if a published version uses it */
export function deleteTriggerContract(
  { database }: Pick<Context, 'database'>,
  { workspaceId }: Actor,
  id: string,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const journeys = await deleteRow(transaction, workspaceId, id);
    if (journeys === null) throw notFound('Trigger contract', id);
    if (journeys.length > 0) throw inUse('trigger contract', journeys);
  });
}
