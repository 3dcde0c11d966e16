import { lockAudience } from '../../db/audiences/audiences';
import { findBeliefIds } from '../../db/beliefs/beliefs';
import { lockCommunications } from '../../db/communications/communications';
import type { Database } from '../../db/connection/pool';
import { insertVersion } from '../../db/journeys/journey-versions';
import { deleteDraft, findJourney, touchJourney } from '../../db/journeys/journeys';
import { lockTriggerContract } from '../../db/trigger-contracts/trigger-contracts';
import { findSecretNames } from '../../db/workspaces/workspace-secrets';
import { findWorkspace } from '../../db/workspaces/workspaces';
import type { Actor } from '../../domain/accounts/actor';
import type { CommType } from '../../domain/communications/schemas';
import { findCatalogTemplate } from '../../domain/email/catalog/catalog';
import { conflict } from '../../domain/errors';
import { statusAfter } from '../../domain/journeys/lifecycle';
import { assertPublishable } from '../../domain/journeys/publish';
import { publishWarnings } from '../../domain/journeys/publish-warnings';
import { beliefsOf, sendsOf } from '../../domain/journeys/reference-problems';
import type { FrozenEntry, JourneyDefinition } from '../../domain/journeys/schemas';
import { templateSources } from '../../domain/journeys/steps/registry';
import type { TextTemplate } from '../../domain/journeys/steps/read-text-template';
import { recordAct } from '../audit/record-act';
import { unfinishedOf } from './unfinished-messages';
import type { Context } from '../ports';
import { lockExistingJourney } from './lifecycle';

/**
 * Publishes the draft as a new version, which never changes: its steps, the content of its messages, and its trigger.
 * Running executions stay on their version; new ones use this version. A paused journey stays paused.
 * @param isDryRun whether to return the result without publishing
 * @returns the version's number, from 1, and warnings to act on
 * @throws AppError NOT_FOUND, CONFLICT for an archived journey, without a draft, or if it changes during the call, and as {@link assertPublishable}
 */
export async function publishVersion(
  context: Pick<Context, 'database' | 'threads' | 'clock'>,
  actor: Actor,
  journeyId: string,
  { isDryRun = false }: { isDryRun?: boolean } = {},
): Promise<{ version: number; warnings: string[] }> {
  const { workspaceId } = actor;
  const readTemplate = await parseTextTemplates(context, { workspaceId, journeyId });
  return context.database.transaction(async (transaction) => {
    const journey = await lockExistingJourney(transaction, actor, journeyId);
    const { draft } = journey;
    const status = statusAfter(journey.status, 'publish');
    if (draft === null) throw conflict('There is no draft to publish. Change the journey to create one.');
    const communicationIds = new Set(sendsOf(draft).map(({ id }) => id));
    const communications = await lockCommunications(transaction, workspaceId, [...communicationIds]);
    const entry = await frozenEntry(transaction, workspaceId, draft);
    assertPublishable(draft, {
      commTypes: commTypesOf(communicationIds, communications),
      unfinished: unfinishedOf(communications),
      triggerContractExists: entry.triggerContract !== null,
      audienceExists: entry.audience !== null,
      beliefIds: await findBeliefIds(transaction, workspaceId, beliefsOf(draft)),
      secretNames: await findSecretNames(transaction, workspaceId),
      readTemplate,
      now: context.clock.now(),
    });
    const version = (journey.latestVersion ?? 0) + 1;
    const { sender = null } = (await findWorkspace(transaction, workspaceId)) ?? {};
    const hasPostalAddress = sender !== null && sender.postalAddress.trim() !== '';
    const warnings = publishWarnings(draft, { hasPostalAddress, communications: communications.values(), entry });
    if (isDryRun) return { version, warnings };
    const frozen = { communications: communications.values(), entry, publishedBy: actor.id };
    await insertVersion(transaction, { workspaceId, journeyId, version }, draft, frozen);
    await deleteDraft(transaction, workspaceId, journeyId);
    await touchJourney(transaction, workspaceId, journeyId, { status, latestVersion: version });
    const subject = { type: 'journey', id: journeyId } as const;
    await recordAct(transaction, actor, 'journey.published', { subject, metadata: { version } });
    return { version, warnings };
  });
}

/** Returns the current audience and trigger contract. Each is null if the draft has none, or if it does not exist. */
async function frozenEntry(
  transaction: Database,
  workspaceId: string,
  { triggerContractId, audienceId }: JourneyDefinition,
): Promise<FrozenEntry> {
  const contract =
    triggerContractId === null ? null : await lockTriggerContract(transaction, workspaceId, triggerContractId);
  const audience = audienceId === null ? null : await lockAudience(transaction, workspaceId, audienceId);
  return {
    triggerContract: contract === null ? null : { eventName: contract.eventName, where: contract.where },
    audience: audience === null ? null : { condition: audience.condition },
  };
}

/** Of the communications that a draft sends; the built-in templates are transactional. */
function commTypesOf(communicationIds: ReadonlySet<string>, found: ReadonlyMap<string, { commType: CommType }>) {
  const types = new Map<string, CommType>([...found].map(([id, { commType }]) => [id, commType]));
  for (const id of communicationIds) {
    if (!types.has(id) && findCatalogTemplate(id) !== null) types.set(id, 'transactional');
  }
  return types;
}

/**
 * Parses the templates in the steps of a draft. Call it outside a transaction, because parsing may wait for a thread.
 * @returns a function that returns the parsed template of a source. It throws AppError CONFLICT if the draft did not
 * have it
 */
async function parseTextTemplates(
  { database, threads }: Pick<Context, 'database' | 'threads'>,
  { workspaceId, journeyId }: { workspaceId: string; journeyId: string },
): Promise<(source: string) => TextTemplate> {
  const journey = await findJourney(database, workspaceId, journeyId);
  const sources = templateSources(journey?.draft?.steps ?? []);
  const templates =
    sources.length === 0
      ? new Map<string, TextTemplate>()
      : await threads.run('readTextTemplates', sources, workspaceId);
  return (source) => {
    const template = templates.get(source);
    if (template === undefined) throw conflict('The draft was changed while it was being checked. Publish it again.');
    return template;
  };
}
