import { isDeepStrictEqual } from 'node:util';
import {
  findCommunication,
  lockCommunication,
  updateCommunication as updateRow,
  type Communication,
} from '../../db/communications/communications';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import { assertMayWrite } from '../../domain/communications/permissions';
import type { CommunicationChanges } from '../../domain/communications/schemas';
import type { Templates } from '../../domain/email/content-references';
import { assertCurrent, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { assertCatalogType, findReferences, type InspectTemplates } from './inspect-templates';

/**
 * Updates the content for future publications and transactional sends. Published versions keep their copy.
 * @throws AppError NOT_FOUND, FORBIDDEN as {@link assertMayWrite}, STALE_UPDATE if the communication was changed since it
 *   was read, VALIDATION_ERROR for templates that cannot be read
 */
export async function updateCommunication(
  database: Database,
  actor: Actor,
  { id, changes, updatedAt }: { id: string; changes: CommunicationChanges; updatedAt?: string | undefined },
  inspect: InspectTemplates,
): Promise<Communication> {
  const { workspaceId, role } = actor;
  const before = await findCommunication(database, workspaceId, id);
  if (before === null) throw notFound('Communication', id);
  assertMayWrite(role, before.commType, changes.commType);
  assertCurrent('communication', before, updatedAt);
  assertCatalogType(id, changes.commType);
  const { html = before.html, text = before.text, commType = before.commType } = changes;
  const content = contentOf({ slots: { ...before.slots, ...changes.slots }, html, text });
  const references = await findReferences(inspect, { ...content, commType });
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
  // Changed concurrently: what was inspected is not what would be saved.
  return updated ?? updateCommunication(database, actor, { id, changes, updatedAt }, inspect);
}

const contentOf = ({ slots, html, text }: Templates): Templates => ({ slots, html, text });
