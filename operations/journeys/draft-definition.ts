import type { Database } from '../../db/connection/pool';
import { findVersion } from '../../db/journeys/journey-versions';
import type { Journey } from '../../db/journeys/journeys';
import { invalid, type ErrorDetail } from '../../domain/errors';
import type { JourneyDefinition } from '../../domain/journeys/schemas';
import { waitProblems } from '../../domain/journeys/steps/wait/limits';
import { restoreHeaders } from '../../domain/webhooks/masked-headers';

/** The draft, or what one opened now would begin with: the latest version. */
export async function draftDefinition(transaction: Database, journey: Journey): Promise<JourneyDefinition> {
  if (journey.draft !== null) return journey.draft;
  const name = { workspaceId: journey.workspaceId, journeyId: journey.id, version: journey.latestVersion ?? 0 };
  const latest = await findVersion(transaction, name);
  if (latest === null) throw new Error(`Journey ${journey.id} has neither a draft nor a version.`);
  return latest.definition;
}

/**
 * A definition with the fields that are given laid over it, undefined ones left out, and stored values in place of masked headers and addresses.
 * @throws AppError VALIDATION_ERROR for a mask without a stored value, for credentials in an address, and for a wait that ends
 * too far ahead
 */
export function mergeDefinition(base: JourneyDefinition, given: Partial<JourneyDefinition>): JourneyDefinition {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  const merged = { ...base, ...(Object.fromEntries(present) as Partial<JourneyDefinition>) };
  if (given.steps === undefined) return merged;
  const { steps, problems } = restoreHeaders(given.steps, base.steps);
  if (problems.length > 0)
    throw invalid('Some webhook steps contain credentials that cannot be stored as they are.', problems);
  refuseLongWaits(waitProblems(given.steps, new Date()));
  return { ...merged, steps };
}

/** @throws AppError VALIDATION_ERROR with the problems, if there are any */
export function refuseLongWaits(problems: ErrorDetail[]): void {
  if (problems.length > 0) throw invalid(problems.map(({ message }) => message).join(' '), problems);
}
