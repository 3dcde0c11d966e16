import { isDeepStrictEqual } from 'node:util';
import {
  deleteCommunication as deleteRow,
  findCommunication,
  insertCommunication,
  lockCommunication,
  updateCommunication as updateRow,
  type Communication,
  type NewCommunication,
} from '../../db/communications/communications';
import { isUniqueViolation } from '../../db/connection/errors';
import type { Actor } from '../../domain/accounts/actor';
import { assertMayWrite } from '../../domain/communications/permissions';
import type { CommType, CommunicationChanges } from '../../domain/communications/schemas';
import { findCatalogTemplate } from '../../domain/email/catalog/catalog';
import type { ContentReferences, Templates } from '../../domain/email/content-references';
import { assertCurrent, conflict, inUse, invalid, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

/**
 * Creates a communication. An override of a catalog template is tracked like its template by default. The audit log gets its id
 * and type, never its text.
 * @throws AppError VALIDATION_ERROR for an id that is not in the catalog or templates that cannot be parsed; CONFLICT if the
 * catalog template is already overridden
 */
export async function createCommunication(
  context: Pick<Context, 'database' | 'threads'>,
  actor: Actor,
  { tracking, ...given }: Omit<NewCommunication, 'workspaceId' | 'tracking'> & { tracking?: boolean | undefined },
): Promise<Communication> {
  const { id, commType } = given;
  const template = id === undefined ? null : findCatalogTemplate(id);
  if (id !== undefined && template === null) {
    const message = `"${id}" is not a catalog template. Leave "id" out to generate an id.`;
    throw invalid(message, [{ path: 'id', message }]);
  }
  assertCatalogType(id, commType);
  const { workspaceId } = actor;
  const communication = { ...given, workspaceId, tracking: tracking ?? template?.tracking ?? true };
  const references = await findReferences(context, workspaceId, communication);
  try {
    return await context.database.transaction(async (transaction) => {
      const made = await insertCommunication(transaction, { ...communication, references });
      const metadata = { communicationId: made.id, commType };
      await recordAct(transaction, actor, 'communication.created', { metadata });
      return made;
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict(`A communication with the id "${id}" already exists. Change it instead.`);
    throw error;
  }
}

/**
 * Updates the content for future publications and transactional sends. Published versions keep their copy.
 * @throws AppError NOT_FOUND, FORBIDDEN as {@link assertMayWrite}, STALE_UPDATE if the communication was changed since it
 *   was read, VALIDATION_ERROR for templates that cannot be parsed
 */
export async function updateCommunication(
  context: Pick<Context, 'database' | 'threads'>,
  actor: Actor,
  { id, changes, updatedAt }: { id: string; changes: CommunicationChanges; updatedAt?: string | undefined },
): Promise<Communication> {
  const { database } = context;
  const { workspaceId, role } = actor;
  const before = await findCommunication(database, workspaceId, id);
  if (before === null) throw notFound('Communication', id);
  assertMayWrite(role, before.commType, changes.commType);
  assertCurrent('communication', before, updatedAt);
  assertCatalogType(id, changes.commType);
  const { html = before.html, text = before.text, commType = before.commType } = changes;
  const content = contentOf({ slots: { ...before.slots, ...changes.slots }, html, text });
  const references = await findReferences(context, workspaceId, { ...content, commType });
  const updated = await database.transaction(async (transaction) => {
    const current = await lockCommunication(transaction, workspaceId, id);
    if (current === null) throw notFound('Communication', id);
    if (current.updatedAt.getTime() !== before.updatedAt.getTime()) return null;
    const isEdited = !isDeepStrictEqual(content, contentOf(before));
    const edited = isEdited ? { ...changes, problem: null } : changes;
    const updated = await updateRow(transaction, { workspaceId, id }, edited, references);
    if (updated === null) throw notFound('Communication', id);
    const metadata = { communicationId: id, commType: updated.commType, fields: Object.keys(changes) };
    await recordAct(transaction, actor, 'communication.updated', { metadata });
    return updated;
  });
  // The communication changed concurrently, so other templates were inspected than would be saved.
  return updated ?? updateCommunication(context, actor, { id, changes, updatedAt });
}

const contentOf = ({ slots, html, text }: Templates): Templates => ({ slots, html, text });

/** Deletes a communication. @throws AppError NOT_FOUND, FORBIDDEN as {@link assertMayWrite}, CONFLICT if a published version sends it */
export function deleteCommunication({ database }: Pick<Context, 'database'>, actor: Actor, id: string): Promise<void> {
  const { workspaceId, role } = actor;
  return database.transaction(async (transaction) => {
    const current = await lockCommunication(transaction, workspaceId, id);
    if (current === null) throw notFound('Communication', id);
    assertMayWrite(role, current.commType);
    const journeys = (await deleteRow(transaction, workspaceId, id)) ?? [];
    if (journeys.length > 0) throw inUse('communication', journeys);
    const metadata = { communicationId: id, commType: current.commType };
    await recordAct(transaction, actor, 'communication.deleted', { metadata });
  });
}

/**
 * Returns the references of templates. Call it outside a transaction, because parsing may wait for a thread.
 * @throws AppError VALIDATION_ERROR for templates that cannot be parsed
 */
export async function findReferences(
  { threads }: Pick<Context, 'threads'>,
  workspaceId: string,
  { slots, html, text, commType }: Templates & { commType: CommType },
): Promise<ContentReferences> {
  const content = { slots, html, text };
  const { problems, references } = await threads.run('inspectContent', { content, commType }, workspaceId);
  if (problems.length === 0) return references;
  const reasons = problems.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw invalid(`The content cannot be saved: ${reasons}`, problems);
}

/**
 * Refuses a marketing override of a catalog template, because sends name the template.
 * @throws AppError VALIDATION_ERROR
 */
function assertCatalogType(id: string | undefined, commType: CommType | undefined): void {
  if (commType !== 'marketing' || id === undefined || findCatalogTemplate(id) === null) return;
  const message = 'A communication that overrides a catalog template must be transactional.';
  throw invalid(message, [{ path: 'commType', message }]);
}
