import type { z } from 'zod';
import { recordAudit } from '../../db/audit';
import type { Database } from '../../db/connection';
import { findVersion } from '../../db/journey-versions';
import { insertJourney, lockJourney, saveDraft, touchJourney, type Journey } from '../../db/journeys';
import { findWorkspace } from '../../db/workspaces';
import { conflict, invalid, notFound, staleUpdate } from '../../domain/errors';
import type { createJourneyBody, JourneyDefinition, updateJourneyBody } from '../../domain/journeys/schemas';
import { restoreHeaders } from '../../domain/webhooks/masked-headers';
import type { Actor } from '../route';

/** Creates a journey with its first draft and answers its id. What is left out takes the contract's defaults. */
export async function createJourney(
  transaction: Database,
  actor: Actor,
  body: z.output<typeof createJourneyBody>,
): Promise<string> {
  const { workspaceId } = actor;
  const { name, description = null, ...given } = body;
  const workspace = await findWorkspace(transaction, workspaceId);
  const defaults: JourneyDefinition = {
    audienceId: null,
    triggerContractId: null,
    goalEventName: null,
    goalEventWindowDays: 7,
    holdoutPercent: workspace?.holdoutPercent ?? 10,
    reentry: 'after_exit',
    steps: [{ id: 'exit', kind: 'exit' }],
  };
  const id = await insertJourney(transaction, {
    workspaceId,
    name,
    description,
    draft: merge(defaults, unmask(given, [])),
  });
  await recordAudit(transaction, [
    { workspaceId, subjectType: 'journey', subjectId: id, actor: actor.id, action: 'journey.created' },
  ]);
  return id;
}

/**
 * Updates name and description, and the draft, which is opened from the latest version when there is none.
 * @throws AppError NOT_FOUND, STALE_UPDATE when the journey moved on since it was read, CONFLICT when it is archived
 */
export async function updateJourney(
  transaction: Database,
  actor: Actor,
  id: string,
  body: z.output<typeof updateJourneyBody>,
): Promise<void> {
  const { workspaceId } = actor;
  const { updatedAt, name, description, ...given } = body;
  const journey = await lockJourney(transaction, workspaceId, id);
  if (journey === null) throw notFound('Journey', id);
  if (journey.updatedAt.getTime() !== Date.parse(updatedAt)) throw staleUpdate('journey');
  if (journey.status === 'archived') throw conflict('An archived journey is kept as it is: create a new one.');
  const log = { workspaceId, subjectType: 'journey', subjectId: id, actor: actor.id } as const;
  if (Object.keys(given).length > 0) {
    if (journey.draft === null) {
      const metadata = { fromVersion: journey.latestVersion };
      await recordAudit(transaction, [{ ...log, action: 'journey.draft_opened', metadata }]);
    }
    const base = await openDraft(transaction, journey);
    await saveDraft(transaction, workspaceId, id, merge(base, unmask(given, base.steps)));
  }
  await touchJourney(transaction, workspaceId, id, { name, description });
  const fields = Object.keys(body).filter((field) => field !== 'updatedAt');
  await recordAudit(transaction, [{ ...log, action: 'journey.updated', metadata: { fields } }]);
}

/** The draft, or what one opened now would begin with: the latest version. */
export async function openDraft(transaction: Database, journey: Journey): Promise<JourneyDefinition> {
  if (journey.draft !== null) return journey.draft;
  const name = { workspaceId: journey.workspaceId, journeyId: journey.id, version: journey.latestVersion ?? 0 };
  const latest = await findVersion(transaction, name);
  if (latest === null) throw new Error(`Journey ${journey.id} has neither a draft nor a version.`);
  return latest.definition;
}

/** A draft with stored values in place of masked headers. @throws AppError VALIDATION_ERROR for a mask that stands for nothing */
function unmask(given: Partial<JourneyDefinition>, stored: JourneyDefinition['steps']): Partial<JourneyDefinition> {
  if (given.steps === undefined) return given;
  const { steps, problems } = restoreHeaders(given.steps, stored);
  if (problems.length > 0) throw invalid('Some headers carry a mask in place of a value.', problems);
  return { ...given, steps };
}

/** Fields that are given, undefined ones left out, laid over the others. */
function merge(base: JourneyDefinition, given: Partial<JourneyDefinition>): JourneyDefinition {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...base, ...(Object.fromEntries(present) as Partial<JourneyDefinition>) };
}
