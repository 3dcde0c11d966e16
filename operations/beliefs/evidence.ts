import type { z } from 'zod';
import { type NewEvidence, upsertEvidence, withdrawEvidence as withdrawRow } from '../../db/beliefs/belief-evidence';
import {
  type BeliefName,
  type ConfidencePoint,
  findBelief,
  lockBelief,
  recordConfidence,
} from '../../db/beliefs/beliefs';
import type { Database } from '../../db/connection/pool';
import { experimentExists } from '../../db/experiments/experiments';
import type { Actor } from '../../domain/accounts/actor';
import type { updateConfidenceBody } from '../../domain/beliefs/schemas';
import { confidenceOf } from '../../domain/beliefs/update-confidence';
import { invalid, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

/** Adds a caller's evidence, of one message once. @throws AppError NOT_FOUND, VALIDATION_ERROR for an experiment that does not exist */
export async function addEvidence(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  id: string,
  { messageId, ...entry }: z.output<typeof updateConfidenceBody>,
): Promise<void> {
  const { workspaceId } = actor;
  if ((await findBelief(database, { workspaceId, beliefId: id })) === null) throw notFound('Belief', id);
  await assertExperiment(database, workspaceId, entry.experimentId);
  const sourceKey = messageId === undefined ? undefined : `message:${messageId}`;
  if (!(await appendEvidence(database, actor, id, { ...entry, sourceKey }))) throw notFound('Belief', id);
}

async function assertExperiment(database: Database, workspaceId: string, id: string | undefined): Promise<void> {
  if (id === undefined || (await experimentExists(database, workspaceId, id))) return;
  const message = `Experiment "${id}" does not exist in this workspace.`;
  throw invalid(message, [{ path: 'experimentId', message }]);
}

/** Takes an entry back: the confidence is what it would be without it. @throws AppError NOT_FOUND, also for one withdrawn before */
export function withdrawEvidence(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  beliefId: string,
  evidenceId: string,
): Promise<void> {
  const name = { workspaceId: actor.workspaceId, beliefId };
  return database.transaction(async (transaction) => {
    if (!(await lockBelief(transaction, name))) throw notFound('Belief', beliefId);
    if (!(await withdrawRow(transaction, name, evidenceId))) throw notFound('Evidence', evidenceId);
    await recomputeConfidence(transaction, name, { change: 'withdrawn', evidenceId });
    const subject = { type: 'belief', id: beliefId } as const;
    await recordAct(transaction, actor, 'belief.evidence_withdrawn', { subject, metadata: { evidenceId } });
  });
}

/**
 * Adds what a completed experiment has shown of its belief, once: an experiment that is completed again, or an attempt that is
 * repeated, changes nothing. A belief that is gone is passed over.
 * @param found.delta rate of the best treatment minus that of the control, -1 to 1
 * @param found.sampleSize exposures of both arms, above 0
 */
export async function recordExperimentEvidence(
  database: Database,
  { workspaceId, beliefId, ...found }: BeliefName & { experimentId: string; delta: number; sampleSize: number },
): Promise<void> {
  const sourceKey = `experiment:${found.experimentId}`;
  await appendEvidence(database, { workspaceId, id: 'system' }, beliefId, { type: 'experiment', ...found, sourceKey });
}

/**
 * Writes what an experiment step of a journey has shown of its belief so far, into its one entry there. A belief that is gone is
 * passed over. Joins a transaction when it is given one.
 */
export async function recordStepEvidence(
  database: Database,
  {
    workspaceId,
    beliefId,
    ...found
  }: BeliefName & { journeyId: string; stepId: string; delta: number; sampleSize: number },
): Promise<void> {
  const source = { sourceKey: `journey:${found.journeyId}:${found.stepId}`, replaces: true };
  await appendEvidence(database, { workspaceId, id: 'system' }, beliefId, { type: 'experiment', ...found, ...source });
}

/**
 * Adds an entry to a belief. One of a source that was counted, also if it was withdrawn since, changes nothing, unless it
 * replaces one that stands and says something else. Safe to repeat, and from any number of processes; joins a transaction when it
 * is given one.
 * @returns whether there is such a belief
 */
function appendEvidence(
  database: Database,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  beliefId: string,
  entry: NewEvidence,
): Promise<boolean> {
  const name = { workspaceId: actor.workspaceId, beliefId };
  return database.transaction(async (transaction) => {
    if (!(await lockBelief(transaction, name))) return false;
    const evidenceId = await upsertEvidence(transaction, name, entry);
    if (evidenceId === null) return true;
    await recomputeConfidence(transaction, name, { change: 'evidence', evidenceId });
    const { type, delta, sampleSize } = entry;
    await recordAct(transaction, actor, 'belief.evidence_added', {
      subject: { type: 'belief', id: beliefId },
      metadata: { evidenceId, type, delta, sampleSize },
    });
    return true;
  });
}

/**
 * Computes the confidence of a locked belief from its prior and the whole of its evidence, so that concurrent writers lose nothing,
 * and appends it to its path.
 */
export async function recomputeConfidence(
  transaction: Database,
  name: BeliefName,
  cause: Pick<ConfidencePoint, 'change' | 'evidenceId'>,
): Promise<void> {
  const belief = await findBelief(transaction, name);
  if (belief === null) return;
  await recordConfidence(transaction, name, { confidence: confidenceOf(belief.prior, belief.evidence), ...cause });
}
