import { findJourney } from '../../db/journeys/journeys';
import { conflict } from '../../domain/errors';
import { templateSources } from '../../domain/journeys/steps/registry';
import type { WebhookTemplate } from '../../domain/webhooks/read-webhooks';
import type { Context } from '../ports';

/**
 * Parses the templates in the steps of a draft. Call it outside a transaction, because parsing may wait for a thread.
 * @returns the parsed template of a source; it throws AppError CONFLICT for a source that the draft did not have
 */
export async function parseWebhooks(
  { database, threads }: Pick<Context, 'database' | 'threads'>,
  { workspaceId, journeyId }: { workspaceId: string; journeyId: string },
): Promise<(source: string) => WebhookTemplate> {
  const journey = await findJourney(database, workspaceId, journeyId);
  const sources = templateSources(journey?.draft?.steps ?? []);
  const templates =
    sources.length === 0 ? new Map<string, WebhookTemplate>() : await threads.run('readWebhooks', sources, workspaceId);
  return (source) => {
    const template = templates.get(source);
    if (template === undefined) throw conflict('The draft was changed while it was being checked. Publish it again.');
    return template;
  };
}
