import type { EndUser } from '../../db/end-users/end-users';
import { findEventData, type Execution } from '../../db/journeys/executions';
import type { RenderContext } from '../../domain/email/render';
import { templateContext } from '../../domain/journeys/template-context';
import type { Context } from '../ports';

/** Reads the values that templates of an execution's steps may use. */
export async function readTemplateContext(
  { database }: Pick<Context, 'database'>,
  { workspaceId, id, journeyId }: Pick<Execution, 'workspaceId' | 'id' | 'journeyId'>,
  endUser: EndUser,
): Promise<RenderContext> {
  const eventData = await findEventData(database, workspaceId, id);
  return templateContext(endUser, { eventData, journeyId, executionId: id });
}
