import { insertCommunication, type Communication, type NewCommunication } from '../../db/communications/communications';
import { isUniqueViolation } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import { findCatalogTemplate } from '../../domain/email/catalog/catalog';
import { conflict, invalid } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { assertCatalogType, findReferences, type InspectTemplates } from './inspect-templates';

/**
 * An override follows its template in whether it is tracked, unless that is given. The audit log gets its id and kind, never its words.
 * @throws AppError VALIDATION_ERROR for an id that is not of the catalog or templates that cannot be read; CONFLICT when the catalog's
 * template is overridden already
 */
export async function createCommunication(
  database: Database,
  actor: Actor,
  { tracking, ...given }: Omit<NewCommunication, 'tracking'> & { tracking?: boolean | undefined },
  inspect: InspectTemplates,
): Promise<Communication> {
  const { id, commType } = given;
  const template = id === undefined ? null : findCatalogTemplate(id);
  if (id !== undefined && template === null) {
    const message = `"${id}" is not a catalog template. Leave "id" out to generate an id.`;
    throw invalid(message, [{ path: 'id', message }]);
  }
  assertCatalogType(id, commType);
  const communication = { ...given, tracking: tracking ?? template?.tracking ?? true };
  const references = await findReferences(inspect, communication);
  try {
    return await database.transaction(async (transaction) => {
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
