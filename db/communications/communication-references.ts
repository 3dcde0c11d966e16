import { readTemplates } from '../../domain/email/content-references';
import type { Slots } from '../../domain/communications/schemas';
import type { Database } from '../connection/pool';

/** A communication whose templates are too costly, or cannot be read. Its owner has to simplify it. */
export interface CostlyCommunication {
  workspaceId: string;
  id: string;
  problem: string;
}

interface Row {
  workspaceId: string;
  id: string;
  slots: Slots;
  html: string | null;
  text: string | null;
  updatedAt: string;
}

const atOnce = 50;

/**
 * Works out what the templates of communications refer to where that was not done when they were saved: by a release before there
 * was a column for it. Some rows at a time; one that is too costly is remembered as such, and keeps working.
 * @returns the costly ones
 */
export async function fillReferences(database: Database): Promise<CostlyCommunication[]> {
  const costly: CostlyCommunication[] = [];
  for (let rows = await unread(database); rows.length > 0; rows = await unread(database)) {
    for (const row of rows) {
      const { references, problems } = readTemplates(row);
      const problem =
        problems
          .map(({ field, message }) => `${field}: ${message}`)
          .join('; ')
          .slice(0, 1_000) || null;
      await database('communications')
        // Still as it was read; else it is read again.
        .where({ workspace_id: row.workspaceId, id: row.id })
        .whereRaw('updated_at = cast(? as timestamptz)', [row.updatedAt])
        .update({
          template_references: problem === null ? JSON.stringify(references) : null,
          references_problem: problem,
          references_at: database.ref('updated_at'),
        });
      if (problem !== null) costly.push({ workspaceId: row.workspaceId, id: row.id, problem });
    }
  }
  return costly;
}

/** With times to the microsecond, which a Date does not hold. */
const unread = (database: Database): Promise<Row[]> =>
  database('communications')
    .whereRaw('references_at is distinct from updated_at')
    .orderBy(['workspace_id', 'id'])
    .limit(atOnce)
    .select(
      'workspace_id as workspaceId',
      'id',
      'slots',
      'html',
      'text',
      database.raw('updated_at::text as "updatedAt"'),
    );
