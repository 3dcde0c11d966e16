import {
  deleteCommunication,
  findCommunication,
  insertCommunication,
  lockCommunication,
  updateCommunication,
  type Communication,
  type NewCommunication,
} from '../../db/communications';
import { recordAudit } from '../../db/audit';
import { isUniqueViolation, type Database } from '../../db/connection';
import type { CommType, CommunicationChanges } from '../../domain/communications/schemas';
import { findCatalogTemplate } from '../../domain/email/catalog/catalog';
import type { ContentReferences, Templates } from '../../domain/email/content-references';
import { conflict, invalid, notFound } from '../../domain/errors';
import { inUse } from '../../operations/journeys/in-use';
import type { Actor } from '../route';
import type { Services } from '../services';
import type { Threads } from '../../threads/threads';
import { assertMayWrite } from './authorize';

type Saving = Pick<Services, 'database' | 'threads'>;

/** @throws AppError VALIDATION_ERROR for templates that cannot be read; CONFLICT when the catalog's template is overridden already */
export async function createCommunication(
  { database, threads }: Saving,
  actor: Actor,
  communication: NewCommunication,
): Promise<Communication> {
  const { id, commType } = communication;
  if (id !== undefined && findCatalogTemplate(id) === null) {
    const message = `"${id}" is not a template of the catalog. Leave "id" out: the service makes one.`;
    throw invalid(message, [{ path: 'id', message }]);
  }
  refuseOtherType(id, commType);
  const references = await savableReferences(threads, communication.workspaceId, communication);
  try {
    return await database.transaction(async (transaction) => {
      const made = await insertCommunication(transaction, { ...communication, references });
      await audit(transaction, actor, 'communication.created', { communicationId: made.id, commType });
      return made;
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict(`There is a communication with the id "${id}" already. Change that one.`);
    throw error;
  }
}

/**
 * Changes what the next publications and transactional sends take; what published versions froze stays as it is.
 * @throws AppError NOT_FOUND, FORBIDDEN as {@link assertMayWrite}, VALIDATION_ERROR as {@link createCommunication}
 */
export async function changeCommunication(
  { database, threads }: Saving,
  actor: Actor,
  id: string,
  changes: CommunicationChanges,
): Promise<Communication> {
  const { workspaceId, role } = actor;
  const before = await findCommunication(database, workspaceId, id);
  if (before === null) throw notFound('Communication', id);
  assertMayWrite(role, before.commType, changes.commType);
  refuseOtherType(id, changes.commType);
  const { html = before.html, text = before.text, commType = before.commType } = changes;
  const content = { slots: { ...before.slots, ...changes.slots }, html, text, commType };
  // Outside of a transaction: who waits for a thread holds neither a connection nor a lock.
  const references = await savableReferences(threads, workspaceId, content);
  const changed = await database.transaction(async (transaction) => {
    const current = await lockCommunication(transaction, workspaceId, id);
    if (current === null) throw notFound('Communication', id);
    if (current.updatedAt.getTime() !== before.updatedAt.getTime()) return null;
    const changed = await updateCommunication(transaction, { workspaceId, id }, changes, references);
    if (changed === null) throw notFound('Communication', id);
    const metadata = { communicationId: id, commType: changed.commType, fields: Object.keys(changes) };
    await audit(transaction, actor, 'communication.updated', metadata);
    return changed;
  });
  // Somebody else changed it meanwhile: what was looked at is not what would be saved.
  return changed ?? changeCommunication({ database, threads }, actor, id, changes);
}

/** @throws AppError NOT_FOUND, FORBIDDEN as {@link assertMayWrite}, CONFLICT when a published version sends it */
export async function removeCommunication(database: Database, actor: Actor, id: string): Promise<void> {
  const { workspaceId, role } = actor;
  await database.transaction(async (transaction) => {
    const current = await lockCommunication(transaction, workspaceId, id);
    if (current === null) throw notFound('Communication', id);
    assertMayWrite(role, current.commType);
    const journeys = (await deleteCommunication(transaction, workspaceId, id)) ?? [];
    if (journeys.length > 0) throw inUse('communication', journeys);
    await audit(transaction, actor, 'communication.deleted', { communicationId: id, commType: current.commType });
  });
}

/** Logs a change of what is sent: its id, kind and fields, never its words. */
const audit = (
  transaction: Database,
  { workspaceId, id: actor }: Actor,
  action: `communication.${'created' | 'updated' | 'deleted'}`,
  metadata: Record<string, unknown>,
): Promise<void> =>
  recordAudit(transaction, [
    { workspaceId, subjectType: 'workspace', subjectId: workspaceId, actor, action, metadata },
  ]);

/** Sends name the template, and only transactional ones can be sent so. */
function refuseOtherType(id: string | undefined, commType: CommType | undefined): void {
  if (commType !== 'marketing' || id === undefined || findCatalogTemplate(id) === null) return;
  const message = 'What overrides a template of the catalog has to be transactional.';
  throw invalid(message, [{ path: 'commType', message }]);
}

async function savableReferences(
  threads: Threads,
  workspaceId: string,
  { slots, html, text, commType }: Templates & { commType: CommType },
): Promise<ContentReferences> {
  const given = { content: { slots, html, text }, commType };
  const { problems, references } = await threads.run('inspectContent', given, workspaceId);
  if (problems.length === 0) return references;
  const reasons = problems.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw invalid(`The content cannot be saved: ${reasons}`, problems);
}
