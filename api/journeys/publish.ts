import { holdAudience } from '../../db/audiences';
import { recordAudit } from '../../db/audit';
import { findBeliefIds } from '../../db/beliefs';
import { holdCommunications, type Communication } from '../../db/communications';
import type { Database } from '../../db/connection';
import { insertVersion } from '../../db/journey-versions';
import { deleteDraft, lockJourney, touchJourney } from '../../db/journeys';
import { holdTriggerContract } from '../../db/trigger-contracts';
import { findSecretNames } from '../../db/workspace-secrets';
import { findWorkspace } from '../../db/workspaces';
import { conflict, notFound } from '../../domain/errors';
import { assertPublishable, beliefsOf, publishWarnings } from '../../domain/journeys/publish';
import type { FrozenEntry, JourneyDefinition } from '../../domain/journeys/schemas';
import type { Actor } from '../route';

/**
 * Publishes the draft as a new version, which is never changed: its graph, the content of what it sends, and what starts
 * it. Runs in flight stay
 * on theirs; the next trigger starts this one. A paused journey stays paused.
 * @returns the version's number, from 1, and what should be looked after
 * @throws AppError NOT_FOUND, CONFLICT without a draft, and as {@link assertPublishable}
 */
export async function publishVersion(
  transaction: Database,
  actor: Actor,
  journeyId: string,
): Promise<{ version: number; warnings: string[] }> {
  const { workspaceId } = actor;
  const journey = await lockJourney(transaction, workspaceId, journeyId);
  if (journey === null) throw notFound('Journey', journeyId);
  if (journey.status === 'archived') throw conflict('An archived journey cannot be published.');
  if (journey.draft === null) throw conflict('There is no draft to publish. Change the journey first: that opens one.');
  const communications = await referencedCommunications(transaction, workspaceId, journey.draft);
  const entry = await entryOf(transaction, workspaceId, journey.draft);
  assertPublishable(journey.draft, {
    commTypes: new Map([...communications].map(([id, { commType }]) => [id, commType])),
    triggerContractExists: entry.triggerContract !== null,
    audienceExists: entry.audience !== null,
    beliefIds: await findBeliefIds(transaction, workspaceId, beliefsOf(journey.draft)),
    secretNames: await findSecretNames(transaction, workspaceId),
  });
  const version = (journey.latestVersion ?? 0) + 1;
  await insertVersion(transaction, { workspaceId, journeyId, version }, journey.draft, {
    communications: communications.values(),
    entry,
    publishedBy: actor.id,
  });
  await deleteDraft(transaction, workspaceId, journeyId);
  await touchJourney(transaction, workspaceId, journeyId, {
    status: journey.status === 'paused' ? 'paused' : 'published',
    latestVersion: version,
  });
  await recordAudit(transaction, [
    {
      workspaceId,
      subjectType: 'journey',
      subjectId: journeyId,
      actor: actor.id,
      action: 'journey.published',
      metadata: { version },
    },
  ]);
  const { sender = null } = (await findWorkspace(transaction, workspaceId)) ?? {};
  const hasPostalAddress = sender !== null && sender.postalAddress.trim() !== '';
  return { version, warnings: publishWarnings(journey.draft, { hasPostalAddress }) };
}

async function referencedCommunications(
  transaction: Database,
  workspaceId: string,
  { steps }: JourneyDefinition,
): Promise<Map<string, Communication>> {
  const ids = new Set(steps.flatMap((step) => (step.kind === 'send' ? [step.communicationId] : [])));
  return holdCommunications(transaction, workspaceId, [...ids]);
}

/** What starts the journey, as it stands. Null in both places where nothing is named, or what is named does not exist. */
async function entryOf(
  transaction: Database,
  workspaceId: string,
  { triggerContractId, audienceId }: JourneyDefinition,
): Promise<FrozenEntry> {
  const contract =
    triggerContractId === null ? null : await holdTriggerContract(transaction, workspaceId, triggerContractId);
  const audience = audienceId === null ? null : await holdAudience(transaction, workspaceId, audienceId);
  return {
    triggerContract: contract === null ? null : { eventName: contract.eventName, where: contract.where },
    audience: audience === null ? null : { condition: audience.condition },
  };
}
