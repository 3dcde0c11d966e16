import {
  deleteCommunication,
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
import { contentProblems } from '../../domain/email/content-problems';
import { conflict, invalid, notFound } from '../../domain/errors';
import { inUse } from '../journeys/in-use';
import type { Actor } from '../route';
import { assertMayWrite } from './authorize';

/** @throws AppError VALIDATION_ERROR for templates that cannot be read; CONFLICT when the catalog's template is overridden already */
export async function createCommunication(
  database: Database,
  actor: Actor,
  communication: NewCommunication,
): Promise<Communication> {
  const { id, commType } = communication;
  if (id !== undefined && findCatalogTemplate(id) === null) {
    const message = `"${id}" is not a template of the catalog. Leave "id" out: the service makes one.`;
    throw invalid(message, [{ path: 'id', message }]);
  }
  refuseOtherType(id, commType);
  assertSavable(communication, commType);
  try {
    return await database.transaction(async (transaction) => {
      const made = await insertCommunication(transaction, communication);
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
  database: Database,
  actor: Actor,
  id: string,
  changes: CommunicationChanges,
): Promise<Communication> {
  const { workspaceId, role } = actor;
  return database.transaction(async (transaction) => {
    const current = await lockCommunication(transaction, workspaceId, id);
    if (current === null) throw notFound('Communication', id);
    assertMayWrite(role, current.commType, changes.commType);
    refuseOtherType(id, changes.commType);
    const { html = current.html, text = current.text } = changes;
    const { commType = current.commType } = changes;
    assertSavable({ slots: { ...current.slots, ...changes.slots }, html, text }, commType);
    const changed = await updateCommunication(transaction, { workspaceId, id }, changes);
    if (changed === null) throw notFound('Communication', id);
    const metadata = { communicationId: id, commType: changed.commType, fields: Object.keys(changes) };
    await audit(transaction, actor, 'communication.updated', metadata);
    return changed;
  });
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

function assertSavable(content: Parameters<typeof contentProblems>[0], commType: CommType): void {
  const problems = contentProblems(content, commType);
  if (problems.length === 0) return;
  const reasons = problems.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw invalid(`The content cannot be saved: ${reasons}`, problems);
}
