import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { CommType, CommunicationChanges, CommunicationContent } from '../../domain/communications/schemas';
import type { ContentReferences } from '../../domain/email/content-references';
import { newId } from '../connection/ids';
import { newestPage, type IdPage } from '../connection/pages';
import { preparedAs, type Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { nextUpdatedAt } from '../connection/updated-at';
import { deleteUnlessReferenced, findJourneysSending, type JourneyName } from '../journeys/journey-references';

export interface Communication extends CommunicationContent {
  workspaceId: string;
  id: string;
  name: string;
  commType: CommType;
  createdAt: Date;
  updatedAt: Date;
  /**
   * The template references; null if they are too expensive to compute, undefined if the templates changed since they
   * were computed.
   */
  references?: ContentReferences | null | undefined;
  /**
   * Why the templates are too expensive or cannot be parsed. Only content that was saved before such templates were
   * rejected has a problem.
   */
  problem?: string | null;
  /** The parts that an import could not translate. Journeys cannot send the message until it is edited. */
  importProblem: string | null;
}

type CommunicationRow = Omit<Communication, 'references' | 'problem'> & {
  templateReferences: ContentReferences | null;
  referencesProblem: string | null;
  referencesAt: Date | null;
};

const columns = columnsOf<CommunicationRow>()(
  'workspaceId',
  'id',
  'name',
  'commType',
  'slots',
  'html',
  'text',
  'tracking',
  'createdAt',
  'updatedAt',
  'templateReferences',
  'referencesProblem',
  'referencesAt',
  'importProblem',
);

const fromRow = ({ templateReferences, referencesProblem, referencesAt, ...row }: CommunicationRow): Communication => ({
  ...row,
  ...(referencesAt?.getTime() === row.updatedAt.getTime()
    ? { references: templateReferences, problem: referencesProblem }
    : {}),
});

/** `id` is the name of a catalog template; if it is missing, an id is generated. */
export type NewCommunication = Omit<Communication, 'id' | 'createdAt' | 'updatedAt' | 'problem' | 'importProblem'> & {
  id?: string | undefined;
};

/**
 * Stores a communication.
 * @throws the database's unique violation if the workspace already has a communication with this id
 */
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
      ...referenceColumns(communication.references, database.fn.now()),
    })
    .returning<CommunicationRow[]>(columns);
  return fromRow(rows[0] as CommunicationRow);
}

/**
 * Returns the columns for the references of the current templates.
 * @param updatedAt the `updated_at` of the same statement
 */
export const referenceColumns = (
  references: ContentReferences | null | undefined,
  updatedAt: Knex.Raw,
): Record<string, unknown> =>
  references === undefined
    ? {}
    : {
        template_references: references === null ? null : JSON.stringify(references),
        references_problem: null,
        references_at: updatedAt,
      };

export async function findCommunications(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, Communication>> {
  const rows = await database('communications')
    .where({ workspace_id: workspaceId })
    .whereIn('id', [...ids])
    .select<CommunicationRow[]>(columns);
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}

export async function findCommunication(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<Communication | null> {
  return (await findCommunications(database, workspaceId, [id])).get(id) ?? null;
}

/** Finds a communication and locks it against other writers until the transaction ends. */
export async function lockCommunication(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<Communication | null> {
  const row = await transaction('communications')
    .where({ workspace_id: workspaceId, id })
    .forUpdate()
    .first<CommunicationRow | undefined>(columns);
  return row === undefined ? null : fromRow(row);
}

/**
 * Finds communications like {@link findCommunications}, and locks them until the transaction ends, so that a version
 * can freeze them.
 */
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
    .select<CommunicationRow[]>(columns);
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}

/**
 * Updates the given fields, and the given slots.
 * @param references what the templates refer to after these changes
 * @returns null if the communication does not exist
 */
export async function updateCommunication(
  database: Database,
  { workspaceId, id }: Pick<Communication, 'workspaceId' | 'id'>,
  { name, commType, slots, html, text, tracking, problem }: CommunicationChanges,
  references: ContentReferences,
): Promise<Communication | null> {
  const updatedAt = nextUpdatedAt(database);
  const [row] = await database('communications')
    .where({ workspace_id: workspaceId, id })
    .update({
      name,
      comm_type: commType,
      slots: slots === undefined ? undefined : database.raw('slots || ?::jsonb', [JSON.stringify(slots)]),
      html,
      text,
      tracking,
      import_problem: problem,
      updated_at: updatedAt,
      ...referenceColumns(references, updatedAt),
    })
    .returning<CommunicationRow[]>(columns);
  return row === undefined ? null : fromRow(row);
}

/**
 * Deletes a communication that no published version sends.
 * @returns the journeys that use it; null if the communication does not exist
 */
export function deleteCommunication(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<JourneyName[] | null> {
  return deleteUnlessReferenced(transaction('communications').where({ workspace_id: workspaceId, id }), () =>
    findJourneysSending(transaction, workspaceId, id),
  );
}

/** Lists one page, newest first. */
export async function listCommunications(
  database: Database,
  workspaceId: string,
  page: IdPage,
): Promise<Communication[]> {
  const rows = await newestPage(database('communications').where({ workspace_id: workspaceId }), page).select<
    CommunicationRow[]
  >(columns);
  return rows.map(fromRow);
}

/** Stores the content of a communication permanently and returns its hash. Identical content is stored once. */
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

/** Sums the characters of communications. */
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

interface JourneyVersionName {
  workspaceId: string;
  journeyId: string;
  version: number;
}

/** Selects the frozen contents of a journey version: `f` references the communications, `c` has their contents. */
export const frozenContents = (database: Database, { workspaceId, journeyId, version }: JourneyVersionName) =>
  database('journey_version_contents as f')
    .join('communication_contents as c', (join) =>
      join.on('c.workspace_id', 'f.workspace_id').andOn('c.hash', 'f.content_hash'),
    )
    .where({ 'f.workspace_id': workspaceId, 'f.journey_id': journeyId, 'f.version': version });

/** Sums the characters of the frozen contents of a journey version. */
export async function measureFrozenContents(database: Database, version: JourneyVersionName): Promise<number> {
  const row = await frozenContents(database, version).first<{ characters: number }>(
    database.raw('coalesce(sum(length(c.content::text)), 0)::int as characters'),
  );
  return row.characters;
}

/** Finds the content that a journey version froze for a communication. */
export async function findFrozenContent(
  database: Database,
  version: JourneyVersionName,
  communicationId: string,
): Promise<CommunicationContent | null> {
  const row = await frozenContents(database, version)
    .where('f.communication_id', communicationId)
    .options(preparedAs(database, 'find-frozen-content'))
    .first<{ content: CommunicationContent } | undefined>('c.content');
  return row?.content ?? null;
}
