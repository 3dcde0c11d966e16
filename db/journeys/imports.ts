import type { Knex } from 'knex';
import type { Condition } from '../../domain/conditions/schemas';
import type { CommType, CommunicationContent } from '../../domain/communications/schemas';
import type { ContentReferences } from '../../domain/email/content-references';
import type { ItemKind } from '../../domain/journeys/import/schemas';
import { referenceColumns } from '../communications/communications';
import { acquireLock } from '../connection/advisory-locks';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';
import { nextUpdatedAt } from '../connection/updated-at';

/** Items that bundles imported into a workspace, by their id in the bundle. */

export interface StoredImport {
  itemId: string;
  /** Digest of the bundle's content at the last import. */
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

/** Finds the items of external ids, by external id. Items that were deleted since are omitted. */
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

/** Stores which item an external id currently refers to. */
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

/** Returns whether any published version, including older ones, references an audience or trigger contract. */
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
      /** Why the message must be edited before it is sent. */
      problem?: string | undefined;
      /** The template references, which are not part of the bundle. */
      references?: ContentReferences;
    }
  | { kind: 'audience'; name: string; condition: Condition }
  | { kind: 'trigger_contract'; name: string; eventName: string; where: Condition | null };

const idKinds = { communication: 'communication', audience: 'audience', trigger_contract: 'triggerContract' } as const;

/**
 * Stores an item of a bundle, replacing the item with `id` or creating a new one.
 * @returns its id
 */
export async function saveItem(
  transaction: Database,
  workspaceId: string,
  id: string | null,
  fields: ItemFields,
): Promise<string> {
  const table = tables[fields.kind];
  if (id !== null) {
    const updatedAt = nextUpdatedAt(transaction);
    await transaction(table)
      .where({ workspace_id: workspaceId, id })
      .update({ ...columnsOf(fields, updatedAt), updated_at: updatedAt });
    return id;
  }
  const created = newId(idKinds[fields.kind]);
  const columns = columnsOf(fields, transaction.fn.now());
  await transaction(table).insert({ workspace_id: workspaceId, id: created, ...columns });
  return created;
}

function columnsOf(fields: ItemFields, updatedAt: Knex.Raw): Record<string, unknown> {
  switch (fields.kind) {
    case 'communication': {
      const { slots, html, text, tracking } = fields.content;
      const content = { slots: JSON.stringify(slots), html, text, tracking };
      const references = referenceColumns(fields.references, updatedAt);
      const problem = { import_problem: fields.problem ?? null };
      return { name: fields.name, comm_type: fields.commType, ...content, ...references, ...problem };
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
