import { createHash } from 'node:crypto';
import type { CommType, CommunicationChanges, CommunicationContent, Slots } from '../../domain/communications/schemas';
import type { ContentReferences } from '../../domain/email/content-references';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';
import { findJourneysSending, type JourneyName } from '../journeys/journey-references';

export interface Communication extends CommunicationContent {
  workspaceId: string;
  id: string;
  name: string;
  commType: CommType;
  createdAt: Date;
  updatedAt: Date;
  /** What its templates refer to; null when that is too costly to tell, undefined when they changed since it was told. */
  references?: ContentReferences | null | undefined;
  /** Why the templates are too costly, or cannot be read, in content that was saved before that was refused. */
  problem?: string | null;
}

interface CommunicationRow {
  workspace_id: string;
  id: string;
  name: string;
  comm_type: CommType;
  slots: Slots;
  html: string | null;
  text: string | null;
  tracking: boolean;
  created_at: Date;
  updated_at: Date;
  template_references: ContentReferences | null;
  references_problem: string | null;
  references_at: Date | null;
}

const fromRow = (row: CommunicationRow): Communication => ({
  workspaceId: row.workspace_id,
  id: row.id,
  name: row.name,
  commType: row.comm_type,
  slots: row.slots,
  html: row.html,
  text: row.text,
  tracking: row.tracking,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  ...(row.references_at?.getTime() === row.updated_at.getTime()
    ? { references: row.template_references, problem: row.references_problem }
    : {}),
});

/** `id` where it is the name of a catalog template; otherwise one is made. */
export type NewCommunication = Omit<Communication, 'id' | 'createdAt' | 'updatedAt' | 'problem'> & {
  id?: string | undefined;
};

/** @throws the database's unique violation when the workspace has a communication of this id */
export async function insertCommunication(database: Database, communication: NewCommunication): Promise<Communication> {
  const rows = await database('communications')
    .insert({
      workspace_id: communication.workspaceId,
      id: communication.id ?? newId('communication'),
      name: communication.name,
      comm_type: communication.commType,
      slots: JSON.stringify(communication.slots),
      html: communication.html,
      text: communication.text,
      tracking: communication.tracking,
      ...referenceColumns(database, communication.references),
    })
    .returning<CommunicationRow[]>('*');
  return fromRow(rows[0] as CommunicationRow);
}

/** The columns of what was found in the templates as they are written now. */
export const referenceColumns = (
  database: Database,
  references: ContentReferences | null | undefined,
): Record<string, unknown> =>
  references === undefined
    ? {}
    : {
        template_references: references === null ? null : JSON.stringify(references),
        references_problem: null,
        references_at: database.fn.now(),
      };

export async function findCommunications(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, Communication>> {
  const rows = await database('communications')
    .where({ workspace_id: workspaceId })
    .whereIn('id', [...ids])
    .select<CommunicationRow[]>('*');
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}

export async function findCommunication(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<Communication | null> {
  return (await findCommunications(database, workspaceId, [id])).get(id) ?? null;
}

/** The communication, held against other writers until the transaction ends. */
export async function lockCommunication(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<Communication | null> {
  const row = await transaction('communications')
    .where({ workspace_id: workspaceId, id })
    .forUpdate()
    .first<CommunicationRow | undefined>();
  return row === undefined ? null : fromRow(row);
}

/** As {@link findCommunications}; what is found is held until the transaction ends, and a version may freeze it. */
export async function lockCommunications(
  transaction: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, Communication>> {
  const rows = await transaction('communications')
    .where({ workspace_id: workspaceId })
    .whereIn('id', [...ids])
    .orderBy('id')
    .forKeyShare()
    .select<CommunicationRow[]>('*');
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}

/**
 * Writes the fields that are given, of the slots those that are.
 * @param references what the templates refer to with these changes
 * @returns null when there is no such communication
 */
export async function updateCommunication(
  database: Database,
  { workspaceId, id }: Pick<Communication, 'workspaceId' | 'id'>,
  { name, commType, slots, html, text, tracking }: CommunicationChanges,
  references: ContentReferences,
): Promise<Communication | null> {
  const [row] = await database('communications')
    .where({ workspace_id: workspaceId, id })
    .update({
      name,
      comm_type: commType,
      slots: slots === undefined ? undefined : database.raw('slots || ?::jsonb', [JSON.stringify(slots)]),
      html,
      text,
      tracking,
      updated_at: database.fn.now(),
      ...referenceColumns(database, references),
    })
    .returning<CommunicationRow[]>('*');
  return row === undefined ? null : fromRow(row);
}

/**
 * Deletes a communication that no published version sends.
 * @returns the journeys that keep it; null when there is no such communication
 */
export async function deleteCommunication(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<JourneyName[] | null> {
  const communication = transaction('communications').where({ workspace_id: workspaceId, id });
  if ((await communication.clone().forUpdate().first('id')) === undefined) return null;
  const users = await findJourneysSending(transaction, workspaceId, id);
  if (users.length === 0) await communication.delete();
  return users;
}

/** One page, newest first. @param before the id that the page before ended with */
export async function listCommunications(
  database: Database,
  workspaceId: string,
  page: { limit: number; before: string | null },
): Promise<Communication[]> {
  const query = database('communications').where({ workspace_id: workspaceId });
  if (page.before !== null) query.where('id', '<', page.before);
  const rows = await query.orderBy('id', 'desc').limit(page.limit).select<CommunicationRow[]>('*');
  return rows.map(fromRow);
}

/** Keeps the content of a communication for good and answers its hash. Keeping the same content twice is one row. */
export async function freezeContent(
  database: Database,
  workspaceId: string,
  { slots, html, text, tracking }: CommunicationContent,
): Promise<string> {
  const content = JSON.stringify({
    slots: Object.fromEntries(Object.entries(slots).sort(([a], [b]) => (a < b ? -1 : 1))),
    html,
    text,
    tracking,
  });
  const hash = createHash('sha256').update(content).digest('hex');
  await database('communication_contents')
    .insert({ workspace_id: workspaceId, hash, content })
    .onConflict(['workspace_id', 'hash'])
    .ignore();
  return hash;
}

/** Characters of communications, all together. */
export async function measureCommunications(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<number> {
  const length = 'length(slots::text) + coalesce(length(html), 0) + coalesce(length(text), 0)';
  const row = await database('communications')
    .where({ workspace_id: workspaceId })
    .whereIn('id', [...ids])
    .first<{ characters: number }>(database.raw(`coalesce(sum(${length}), 0)::int as characters`));
  return row.characters;
}

/** Characters of all that a journey version froze for its communications. */
export async function measureFrozenContents(
  database: Database,
  { workspaceId, journeyId, version }: { workspaceId: string; journeyId: string; version: number },
): Promise<number> {
  const row = await database('journey_version_contents as f')
    .join('communication_contents as c', (join) =>
      join.on('c.workspace_id', 'f.workspace_id').andOn('c.hash', 'f.content_hash'),
    )
    .where({ 'f.workspace_id': workspaceId, 'f.journey_id': journeyId, 'f.version': version })
    .first<{ characters: number }>(database.raw('coalesce(sum(length(c.content::text)), 0)::int as characters'));
  return row.characters;
}

/** The content that a journey version froze for a communication. */
export async function findFrozenContent(
  database: Database,
  version: { workspaceId: string; journeyId: string; version: number },
  communicationId: string,
): Promise<CommunicationContent | null> {
  const row = await database('journey_version_contents as f')
    .join('communication_contents as c', (join) =>
      join.on('c.workspace_id', 'f.workspace_id').andOn('c.hash', 'f.content_hash'),
    )
    .where({
      'f.workspace_id': version.workspaceId,
      'f.journey_id': version.journeyId,
      'f.version': version.version,
      'f.communication_id': communicationId,
    })
    .first<{ content: CommunicationContent } | undefined>('c.content');
  return row?.content ?? null;
}
