import type { Database } from '../../db/connection/pool';
import type { EndUser } from '../../db/end-users/end-users';
import { findEventData, type Execution } from '../../db/journeys/executions';
import type { RenderContext } from '../../domain/email/render';
import { templateContext } from '../../domain/journeys/template-context';

/** What the templates of a step of an execution may name. */
export async function readTemplateContext(
  database: Database,
  { workspaceId, id, journeyId }: Pick<Execution, 'workspaceId' | 'id' | 'journeyId'>,
  endUser: EndUser,
): Promise<RenderContext> {
  const eventData = await findEventData(database, workspaceId, id);
  return templateContext(endUser, { eventData, journeyId, executionId: id });
}
