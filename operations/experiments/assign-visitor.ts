import { createHash } from 'node:crypto';
import { findActiveExperiments, findExperiment } from '../../db/experiments/experiments';
import { exposureEvent, findFirstExposures } from '../../db/experiments/exposures';
import { notFound } from '../../domain/errors';
import { incomingEvent } from '../../domain/events/parse-events';
import { chooseVariant } from '../../domain/experiments/allocate';
import type { Actor } from '../../domain/accounts/actor';
import { activeExperiments } from '../../domain/experiments/active-experiments';
import type { Ingestion } from '../events/take-events';
import type { Context } from '../ports';

type AssignmentContext = Pick<Context, 'database'> & { ingestion: Ingestion };

export interface Assignment {
  variantId: string | null;
  /** Whether the visitor takes part and is counted. */
  inExperiment: boolean;
}

interface AssignmentRequest {
  experimentId: string;
  visitorId: string;
  /** Whether the response is shown to the visitor, who then counts as exposed. */
  expose: boolean;
  receivedAt: Date;
}

const notIncluded: Assignment = { variantId: null, inExperiment: false };

/**
 * Returns the variant of a visitor, by the rules of the snippet: an exposed visitor keeps the variant. The response exposes a
 * visitor who takes part.
 * @throws AppError NOT_FOUND, SERVICE_UNAVAILABLE if the exposure could not be stored in time
 */
export async function assignVisitor(
  context: AssignmentContext,
  actor: Actor,
  request: AssignmentRequest,
): Promise<Assignment> {
  const { database } = context;
  const { workspaceId } = actor;
  const { experimentId, visitorId } = request;
  if ((await findExperiment(database, workspaceId, experimentId)) === null) throw notFound('Experiment', experimentId);
  const serving = await findActiveExperiments(database, workspaceId);
  const active = activeExperiments(serving.experiments, serving);
  const experiment = active.find(({ id }) => id === experimentId);
  if (experiment === undefined) return notIncluded;
  const group = experiment.exclusionGroup;
  const rivals = active.filter(({ id, exclusionGroup }) => id === experimentId || (group && exclusionGroup === group));
  const seen = await findFirstExposures(database, workspaceId, { visitorId, experiments: rivals });
  const variant = chooseVariant(experiment, rivals, visitorId, (id) => seen.get(id) ?? null);
  if (variant === null) return notIncluded;
  // A winner is served to all visitors, and no one takes part anymore.
  if (experiment.status === 'completed') return { variantId: variant.id, inExperiment: false };
  if (!request.expose || seen.get(experimentId) === variant.id) return { variantId: variant.id, inExperiment: true };
  await storeExposure(context, actor, request, { variantId: variant.id, variants: experiment.variants });
  // Of two concurrent requests with different weights, one exposure is stored. Both requests get it.
  const stored = await findFirstExposures(database, workspaceId, { visitorId, experiments: [experiment] });
  const first = experiment.variants.find(({ id }) => id === stored.get(experimentId));
  return { variantId: (first ?? variant).id, inExperiment: true };
}

/** Stores the exposure once per visitor and set of variants: if a draft has replaced the variants, there is a new exposure. */
async function storeExposure(
  { ingestion }: AssignmentContext,
  { workspaceId, id: actor }: Actor,
  { experimentId, visitorId, receivedAt }: AssignmentRequest,
  { variantId, variants }: { variantId: string; variants: readonly { id: string }[] },
): Promise<void> {
  const exposure = [experimentId, visitorId, ...variants.map(({ id }) => id).sort()];
  const named = createHash('sha256').update(JSON.stringify(exposure)).digest('base64url');
  const data = { experimentId, variantId };
  const event = { type: exposureEvent, visitorId, data, messageId: `exposure:${named}` };
  const incoming = incomingEvent(event, {}, { origin: 'server', receivedAt, isBot: false });
  if (incoming === null) return;
  await ingestion.submit({ workspaceId, actor, origin: 'server', receivedAt, events: [incoming] });
}
