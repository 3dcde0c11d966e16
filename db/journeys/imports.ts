import type { Condition } from '../../domain/conditions/schemas';
import type { CommType, CommunicationContent } from '../../domain/communications/schemas';
import type { ContentReferences } from '../../domain/email/content-references';
import type { ItemKind } from '../../domain/journeys/import/schemas';
import { referenceColumns } from '../communications/communications';
import { acquireLock } from '../connection/advisory-locks';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';

/** What bundles brought into a workspace, by the id that the bundle gave it (contract, section 7). */

export interface StoredImport {
  itemId: string;
  /** Of what the bundle said when it was imported last. */
  digest: string;
}

const tables = {
  journey: 'journeys',
  communication: 'communications',
  audience: 'audiences',
  trigger_contract: 'trigger_contracts',
} as const satisfies Record<ItemKind, string>;

/** Locks the workspace against other imports until the transaction ends. */
export async function lockImports(transaction: Database, workspaceId: string): Promise<void> {
  await acquireLock(transaction, `imports ${workspaceId}`);
}

/** The items that stand for external ids, by these; without those that were deleted since. */
export async function listImported(
  database: Database,
  workspaceId: string,
  kind: ItemKind,
  externalIds: readonly string[],
): Promise<Map<string, StoredImport>> {
  const rows = await database('imported_items as i')
    .join(`${tables[kind]} as t`, (join) => join.on('t.workspace_id', 'i.workspace_id').andOn('t.id', 'i.item_id'))
    .where({ 'i.workspace_id': workspaceId, 'i.kind': kind })
    .whereIn('i.external_id', [...externalIds])
    .select<(StoredImport & { externalId: string })[]>(
      'i.external_id as externalId',
      'i.item_id as itemId',
      'i.digest',
    );
  return new Map(rows.map(({ externalId, ...stored }) => [externalId, stored]));
}

/** Remembers which item an external id stands for now. */
export async function recordImported(
  transaction: Database,
  workspaceId: string,
  item: StoredImport & { kind: ItemKind; externalId: string },
): Promise<void> {
  await transaction('imported_items')
    .insert({
      workspace_id: workspaceId,
      kind: item.kind,
      external_id: item.externalId,
      item_id: item.itemId,
      digest: item.digest,
      imported_at: transaction.fn.now(),
    })
    .onConflict(['workspace_id', 'kind', 'external_id'])
    .merge();
}

/** Whether a published version, of whatever age, names an audience or trigger contract. */
export async function isPublished(
  database: Database,
  workspaceId: string,
  kind: 'audience' | 'trigger_contract',
  id: string,
): Promise<boolean> {
  const row = await database('journey_versions')
    .where({ workspace_id: workspaceId, [`${kind}_id`]: id })
    .first('journey_id');
  return row !== undefined;
}

/** The columns of an item, without its id. */
export type ItemFields =
  | {
      kind: 'communication';
      name: string;
      commType: CommType;
      content: CommunicationContent;
      /** What its templates refer to: no part of what the bundle says. */
      references?: ContentReferences;
    }
  | { kind: 'audience'; name: string; condition: Condition }
  | { kind: 'trigger_contract'; name: string; eventName: string; where: Condition | null };

const idKinds = { communication: 'communication', audience: 'audience', trigger_contract: 'triggerContract' } as const;

/** Writes an item as a bundle says it, over the one of `id` or as a new one. @returns its id */
export async function saveItem(
  transaction: Database,
  workspaceId: string,
  id: string | null,
  fields: ItemFields,
): Promise<string> {
  const table = tables[fields.kind];
  if (id !== null) {
    await transaction(table)
      .where({ workspace_id: workspaceId, id })
      .update({ ...columnsOf(transaction, fields), updated_at: transaction.fn.now() });
    return id;
  }
  const created = newId(idKinds[fields.kind]);
  await transaction(table).insert({ workspace_id: workspaceId, id: created, ...columnsOf(transaction, fields) });
  return created;
}

function columnsOf(transaction: Database, fields: ItemFields): Record<string, unknown> {
  switch (fields.kind) {
    case 'communication': {
      const { slots, html, text, tracking } = fields.content;
      const content = { slots: JSON.stringify(slots), html, text, tracking };
      const references = referenceColumns(transaction, fields.references);
      return { name: fields.name, comm_type: fields.commType, ...content, ...references };
    }
    case 'audience':
      return { name: fields.name, condition: JSON.stringify(fields.condition) };
    case 'trigger_contract':
      return {
        name: fields.name,
        event_name: fields.eventName,
        where: fields.where === null ? null : JSON.stringify(fields.where),
      };
  }
}
