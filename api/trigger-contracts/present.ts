import type { z } from 'zod';
import type { TriggerContract } from '../../db/trigger-contracts/trigger-contracts';
import type { triggerContractRecord } from '../../domain/trigger-contracts/schemas';

export const presentTriggerContract = (contract: TriggerContract): z.infer<typeof triggerContractRecord> => ({
  id: contract.id,
  name: contract.name,
  eventName: contract.eventName,
  where: contract.where,
  createdAt: contract.createdAt.toISOString(),
  updatedAt: contract.updatedAt.toISOString(),
});
