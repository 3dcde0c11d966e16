import type { Condition } from '../../domain/conditions/schemas';
import { newId } from '../connection/ids';
import { newestPage, type IdPage } from '../connection/pages';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { nextUpdatedAt } from '../connection/updated-at';
import { deleteUnlessReferenced, findJourneysWith, type JourneyName } from '../journeys/journey-references';

/** The event that starts a journey. */
export interface TriggerContract {
  workspaceId: string;
  id: string;
  name: string;
  eventName: string;
  where: Condition | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = columnsOf<TriggerContract>()(
  'workspaceId',
  'id',
  'name',
  'eventName',
  'where',
  'createdAt',
  'updatedAt',
);

export async function insertTriggerContract(
  database: Database,
  contract: Pick<TriggerContract, 'workspaceId' | 'name' | 'eventName' | 'where'>,
): Promise<TriggerContract> {
  const rows = await database('trigger_contracts')
    .insert({
      workspace_id: contract.workspaceId,
      id: newId('triggerContract'),
      name: contract.name,
      event_name: contract.eventName,
      where: contract.where === null ? null : JSON.stringify(contract.where),
    })
    .returning<TriggerContract[]>(columns);
  return rows[0] as TriggerContract;
}

export async function findTriggerContract(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<TriggerContract | null> {
  const row = await database('trigger_contracts')
    .where({ workspace_id: workspaceId, id })
    .first<TriggerContract | undefined>(columns);
  return row ?? null;
}

/** Lists one page, newest first. */
export async function listTriggerContracts(
  database: Database,
  workspaceId: string,
  page: IdPage,
): Promise<TriggerContract[]> {
  return newestPage(database('trigger_contracts').where({ workspace_id: workspaceId }), page).select<TriggerContract[]>(
    columns,
  );
}

/** Finds a contract and locks it against other writers until the transaction ends. */
export async function lockTriggerContractForUpdate(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<TriggerContract | null> {
  const row = await transaction('trigger_contracts')
    .where({ workspace_id: workspaceId, id })
    .forNoKeyUpdate()
    .first<TriggerContract | undefined>(columns);
  return row ?? null;
}

/** Updates the given fields. The caller holds the lock of the contract. */
export async function updateTriggerContract(
  transaction: Database,
  name: Pick<TriggerContract, 'workspaceId' | 'id'>,
  changes: { [Field in 'name' | 'eventName' | 'where']?: TriggerContract[Field] | undefined },
): Promise<TriggerContract> {
  const rows = await transaction('trigger_contracts')
    .where({ workspace_id: name.workspaceId, id: name.id })
    .update({
      name: changes.name,
      event_name: changes.eventName,
      // A null here must become SQL null, which means no condition, rather than JSON null.
      where: changes.where === null || changes.where === undefined ? changes.where : JSON.stringify(changes.where),
      updated_at: nextUpdatedAt(transaction),
    })
    .returning<TriggerContract[]>(columns);
  return rows[0] as TriggerContract;
}

/** Finds a contract and locks it until the transaction ends, so that a published version can reference it. */
export async function lockTriggerContract(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<TriggerContract | null> {
  const row = await transaction('trigger_contracts')
    .where({ workspace_id: workspaceId, id })
    .forKeyShare()
    .first<TriggerContract | undefined>(columns);
  return row ?? null;
}

/**
 * Deletes a contract that no published version uses.
 * @returns names of the journeys that use it; null if the contract does not exist
 */
export function deleteTriggerContract(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<JourneyName[] | null> {
  return deleteUnlessReferenced(transaction('trigger_contracts').where({ workspace_id: workspaceId, id }), () =>
    findJourneysWith(transaction, workspaceId, { trigger_contract_id: id }),
  );
}
