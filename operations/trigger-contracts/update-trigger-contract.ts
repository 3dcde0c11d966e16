import type { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { updateTriggerContract as updateRow, type TriggerContract } from '../../db/trigger-contracts/trigger-contracts';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import type { updateTriggerContractBody } from '../../domain/trigger-contracts/schemas';

/** Changes what the next publications freeze; published versions go on by what they froze. @throws AppError NOT_FOUND */
export async function updateTriggerContract(
  database: Database,
  { workspaceId }: Actor,
  id: string,
  changes: z.output<typeof updateTriggerContractBody>,
): Promise<TriggerContract> {
  const contract = await updateRow(database, { workspaceId, id }, changes);
  if (contract === null) throw notFound('Trigger contract', id);
  return contract;
}
