import type { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { insertTriggerContract, type TriggerContract } from '../../db/trigger-contracts/trigger-contracts';
import type { Actor } from '../../domain/accounts/actor';
import type { createTriggerContractBody } from '../../domain/trigger-contracts/schemas';

/** Without a name it has that of its event. */
export const createTriggerContract = (
  database: Database,
  { workspaceId }: Actor,
  { eventName, name = eventName, where = null }: z.output<typeof createTriggerContractBody>,
): Promise<TriggerContract> => insertTriggerContract(database, { workspaceId, name, eventName, where });
