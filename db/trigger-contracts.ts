import type { Condition } from '../domain/conditions/schemas';
import { newId, type Database } from './connection';

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
