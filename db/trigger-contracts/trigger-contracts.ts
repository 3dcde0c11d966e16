import type { Condition } from '../../domain/conditions/schemas';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';
import { findJourneysWith, type JourneyName } from '../journeys/journey-references';

/** Which event starts a journey. */
export interface TriggerContract {
  workspaceId: string;
  id: string;
  name: string;
  eventName: string;
  where: Condition | null;
  createdAt: Date;
  updatedAt: Date;
}

interface TriggerContractRow {
  workspace_id: string;
  id: string;
  name: string;
  event_name: string;
  where: Condition | null;
  created_at: Date;
  updated_at: Date;
}

const fromRow = (row: TriggerContractRow): TriggerContract => ({
  workspaceId: row.workspace_id,
  id: row.id,
  name: row.name,
  eventName: row.event_name,
  where: row.where,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

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
    .returning<TriggerContractRow[]>('*');
  return fromRow(rows[0] as TriggerContractRow);
}

export async function findTriggerContract(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<TriggerContract | null> {
  const row = await database('trigger_contracts')
    .where({ workspace_id: workspaceId, id })
    .first<TriggerContractRow | undefined>();
  return row === undefined ? null : fromRow(row);
}

/** One page, newest first. @param page.before the id that the page before ended with */
export async function listTriggerContracts(
  database: Database,
  workspaceId: string,
  page: { limit: number; before: string | null },
): Promise<TriggerContract[]> {
  const query = database('trigger_contracts').where({ workspace_id: workspaceId });
  if (page.before !== null) query.where('id', '<', page.before);
  const rows = await query.orderBy('id', 'desc').limit(page.limit).select<TriggerContractRow[]>('*');
  return rows.map(fromRow);
}

/** Writes the fields that are given. @returns null when there is no such contract */
export async function updateTriggerContract(
  database: Database,
  name: Pick<TriggerContract, 'workspaceId' | 'id'>,
  changes: { [Field in 'name' | 'eventName' | 'where']?: TriggerContract[Field] | undefined },
): Promise<TriggerContract | null> {
  const [row] = await database('trigger_contracts')
    .where({ workspace_id: name.workspaceId, id: name.id })
    .update({
      name: changes.name,
      event_name: changes.eventName,
      // JSON's null is not the column's: that one says that there is no condition.
      where: changes.where === null || changes.where === undefined ? changes.where : JSON.stringify(changes.where),
      updated_at: database.fn.now(),
    })
    .returning<TriggerContractRow[]>('*');
  return row === undefined ? null : fromRow(row);
}

/** The contract, locked until the transaction ends, so that a published version may name it. */
export async function lockTriggerContract(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<TriggerContract | null> {
  const row = await transaction('trigger_contracts')
    .where({ workspace_id: workspaceId, id })
    .forKeyShare()
    .first<TriggerContractRow | undefined>();
  return row === undefined ? null : fromRow(row);
}

/** Deletes a contract that no published version names. @returns names of the journeys that keep it; null when there is no such */
export async function deleteTriggerContract(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<JourneyName[] | null> {
  const contract = transaction('trigger_contracts').where({ workspace_id: workspaceId, id });
  if ((await contract.clone().forUpdate().first('id')) === undefined) return null;
  const users = await findJourneysWith(transaction, workspaceId, { trigger_contract_id: id });
  if (users.length === 0) await contract.delete();
  return users;
}
