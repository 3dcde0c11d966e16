import type { DescribedConversion } from '../../domain/conversions/describe';
import type { ConversionDefinition } from '../../domain/conversions/match';
import { acquireLock } from '../connection/advisory-locks';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { nextUpdatedAt } from '../connection/updated-at';

/** Conversions: which events count as completions. The matched completions are in db/conversions/completions.ts. */
export interface Conversion extends ConversionDefinition {
  workspaceId: string;
  name: string;
  isPrimary: boolean;
  /** Increases with each change that affects matching. */
  revision: number;
  /** The first and the last event from before the definition that it covers; null if there were none. */
  span: { from: Date; until: Date } | null;
  /** Events of the span since this time are matched; null if all of them are. */
  matchedFrom: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

interface ConversionRow extends Omit<Conversion, 'span' | 'matchedFrom'> {
  historyFrom: Date | null;
  historyUntil: Date | null;
  historyBefore: Date | null;
}

const columns = columnsOf<ConversionRow>()(
  'workspaceId',
  'id',
  'name',
  'type',
  'eventType',
  'urlPattern',
  'selector',
  'conditions',
  'isPrimary',
  'revision',
  'historyFrom',
  'historyUntil',
  'historyBefore',
  'createdAt',
  'updatedAt',
);

function fromRow({ historyFrom, historyUntil, historyBefore, ...row }: ConversionRow): Conversion {
  const span = historyFrom === null || historyUntil === null ? null : { from: historyFrom, until: historyUntil };
  return { ...row, span, matchedFrom: historyBefore };
}

/** Lists all conversions of a workspace, newest first. */
export async function listConversions(database: Database, workspaceId: string): Promise<Conversion[]> {
  const rows = await database('conversions')
    .where({ workspace_id: workspaceId })
    .orderBy('id', 'desc')
    .select<ConversionRow[]>(columns);
  return rows.map(fromRow);
}

export async function findConversion(database: Database, workspaceId: string, id: string): Promise<Conversion | null> {
  const row = await database('conversions')
    .where({ workspace_id: workspaceId, id })
    .first<ConversionRow | undefined>(columns);
  return row === undefined ? null : fromRow(row);
}

/**
 * Locks the conversions of the workspace against other writers until the transaction ends. Acquired before the rollup
 * lock.
 */
export async function lockConversions(transaction: Database, workspaceId: string): Promise<void> {
  await acquireLock(transaction, `conversions ${workspaceId}`);
}

/**
 * Stores a conversion without matching past events: see `startHistory`. The caller holds the conversion lock of the
 * workspace.
 * @returns its id
 */
export async function insertConversion(
  transaction: Database,
  workspaceId: string,
  described: DescribedConversion,
): Promise<string> {
  const id = newId('conversion');
  if (described.isPrimary) await clearPrimary(transaction, workspaceId);
  await transaction('conversions').insert({ workspace_id: workspaceId, id, ...toRow(described) });
  return id;
}

/**
 * Updates a conversion. `isRedefined` starts a new revision, which has no completions yet. The caller holds the
 * conversion lock.
 */
export async function updateConversion(
  transaction: Database,
  { workspaceId, id }: Pick<Conversion, 'workspaceId' | 'id'>,
  described: DescribedConversion,
  isRedefined: boolean,
): Promise<void> {
  if (described.isPrimary) await clearPrimary(transaction, workspaceId);
  await transaction('conversions')
    .where({ workspace_id: workspaceId, id })
    .update({
      ...toRow(described),
      updated_at: nextUpdatedAt(transaction),
      ...(isRedefined ? { revision: transaction.raw('revision + 1') } : {}),
    });
}

/**
 * Finds the primary conversion.
 * @returns null if no conversion is primary
 */
export async function findPrimaryConversionId(database: Database, workspaceId: string): Promise<string | null> {
  const row = await database('conversions')
    .where({ workspace_id: workspaceId, is_primary: true })
    .first<{ id: string } | undefined>('id');
  return row?.id ?? null;
}

/**
 * Deletes a conversion.
 * @returns whether it existed
 */
export async function deleteConversion(transaction: Database, workspaceId: string, id: string): Promise<boolean> {
  return (await transaction('conversions').where({ workspace_id: workspaceId, id }).delete()) > 0;
}

/** Also advances `updatedAt`, so that a caller with the earlier state cannot make the conversion primary again. */
const clearPrimary = (transaction: Database, workspaceId: string): Promise<unknown> =>
  transaction('conversions')
    .where({ workspace_id: workspaceId, is_primary: true })
    .update({ is_primary: false, updated_at: nextUpdatedAt(transaction) });

const toRow = ({ name, type, eventType, urlPattern, selector, conditions, isPrimary }: DescribedConversion) => ({
  name,
  type,
  event_type: eventType,
  url_pattern: urlPattern,
  selector,
  conditions: JSON.stringify(conditions),
  is_primary: isPrimary,
});
