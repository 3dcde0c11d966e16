import { createHash } from 'node:crypto';
import { findActiveExperiments, findExperiment } from '../../db/experiments/experiments';
import { exposureEvent, findFirstExposures } from '../../db/experiments/exposures';
import { notFound } from '../../domain/errors';
import { incomingEvent } from '../../domain/events/parse-events';
import { chooseVariant } from '../../domain/experiments/allocate';
import type { Actor } from '../route';
import type { Services } from '../services';
import { presentActiveExperiments } from './present';

export interface Assignment {
  variantId: string | null;
  /** Whether the visitor takes part, and is counted. */
  inExperiment: boolean;
}

interface AssignmentRequest {
  experimentId: string;
  visitorId: string;
  /** Whether the answer is shown to the visitor, who then counts as exposed. */
  expose: boolean;
  receivedAt: Date;
}

const outside: Assignment = { variantId: null, inExperiment: false };

/**
 * The variant of a visitor, by the rules of the snippet: who was exposed keeps their variant. A visitor who takes part is
 * exposed by the answer.
 * @throws AppError NOT_FOUND, SERVICE_UNAVAILABLE when the exposure could not be stored in time
 */
export async function assignVisitor(services: Services, actor: Actor, request: AssignmentRequest): Promise<Assignment> {
  const { database } = services;
  const { workspaceId } = actor;
  const { experimentId, visitorId } = request;
  if ((await findExperiment(database, workspaceId, experimentId)) === null) throw notFound('Experiment', experimentId);
  const serving = await findActiveExperiments(database, workspaceId);
  const active = presentActiveExperiments(serving.experiments, serving);
  const experiment = active.find(({ id }) => id === experimentId);
  if (experiment === undefined) return outside;
  const group = experiment.exclusionGroup;
  const rivals = active.filter(({ id, exclusionGroup }) => id === experimentId || (group && exclusionGroup === group));
  const seen = await findFirstExposures(database, workspaceId, { visitorId, experiments: rivals });
  const variant = chooseVariant(experiment, rivals, visitorId, (id) => seen.get(id) ?? null);
  if (variant === null) return outside;
  // A winner is served to all visitors: none takes part any more.
  if (experiment.status === 'completed') return { variantId: variant.id, inExperiment: false };
  if (!request.expose || seen.get(experimentId) === variant.id) return { variantId: variant.id, inExperiment: true };
  await storeExposure(services, actor, request, { variantId: variant.id, of: experiment.variants });
  // Of two requests at once, with weights that change between them, one exposure is stored: it is the answer to both.
  const stored = await findFirstExposures(database, workspaceId, { visitorId, experiments: [experiment] });
  const first = experiment.variants.find(({ id }) => id === stored.get(experimentId));
  return { variantId: (first ?? variant).id, inExperiment: true };
}

/** Once for a visitor and the variants that there are: when a draft has replaced these, the visitor is exposed to one of the new ones. */
async function storeExposure(
  { ingestion }: Services,
  { workspaceId, id: actor }: Actor,
  { experimentId, visitorId, receivedAt }: AssignmentRequest,
  { variantId, of }: { variantId: string; of: readonly { id: string }[] },
): Promise<void> {
  const exposure = [experimentId, visitorId, ...of.map(({ id }) => id).sort()];
  const named = createHash('sha256').update(JSON.stringify(exposure)).digest('base64url');
  const data = { experimentId, variantId };
  const event = { type: exposureEvent, visitorId, data, messageId: `exposure:${named}` };
  const incoming = incomingEvent(event, {}, { origin: 'server', receivedAt, isBot: false });
  if (incoming === null) return;
  await ingestion.submit({ workspaceId, actor, origin: 'server', receivedAt, events: [incoming] });
}
