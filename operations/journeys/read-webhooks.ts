import type { Database } from '../../db/connection/pool';
import { findJourney } from '../../db/journeys/journeys';
import { conflict } from '../../domain/errors';
import { templateSources } from '../../domain/journeys/steps/registry';
import type { WebhookTemplate, WebhookTemplates } from '../../domain/webhooks/read-webhooks';

/** Reads the templates of webhooks; on a thread, as that may take long. Called outside of a transaction: it waits with neither connection nor lock. */
export type ReadWebhooks = (sources: readonly string[]) => Promise<WebhookTemplates>;

/**
 * Reads the templates of a draft's webhooks, if there is a draft.
 * @returns what was found, by template; it throws AppError CONFLICT for one that the draft did not have
 */
export async function findTemplates(
  database: Database,
  { workspaceId, journeyId }: { workspaceId: string; journeyId: string },
  readWebhooks: ReadWebhooks,
): Promise<(source: string) => WebhookTemplate> {
  const journey = await findJourney(database, workspaceId, journeyId);
  const sources = templateSources(journey?.draft?.steps ?? []);
  const templates = sources.length === 0 ? new Map<string, WebhookTemplate>() : await readWebhooks(sources);
  return (source) => {
    const template = templates.get(source);
    if (template === undefined) throw conflict('The draft was changed while it was being checked. Publish it again.');
    return template;
  };
}
