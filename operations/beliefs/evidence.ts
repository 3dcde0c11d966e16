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

/**
 * Adds a caller's evidence. A message with the same id is added once.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for an experiment that does not exist
 */
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

/** Withdraws an entry and recomputes the confidence without it. @throws AppError NOT_FOUND, also if it was already withdrawn */
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
 * Adds the result of a completed experiment to its belief once, also if the experiment is completed again. Safe to repeat. A
 * deleted belief is skipped.
 * @param found.delta rate of the best treatment minus that of the control, -1 to 1
 * @param found.sampleSize exposures of both arms, above 0
 */
export async function recordExperimentEvidence(
  { database }: Pick<Context, 'database'>,
  { workspaceId, beliefId, ...found }: BeliefName & { experimentId: string; delta: number; sampleSize: number },
): Promise<void> {
  const sourceKey = `experiment:${found.experimentId}`;
  await appendEvidence(database, { workspaceId, id: 'system' }, beliefId, { type: 'experiment', ...found, sourceKey });
}

/**
 * Writes the current result of a journey's experiment step to its belief. Each step has one entry, which is replaced. A deleted
 * belief is skipped. Joins a given transaction.
 */
export async function recordStepEvidence(
  { database }: Pick<Context, 'database'>,
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
 * Adds an entry to a belief. A source counts once, also after its entry was withdrawn, unless the new entry replaces a current one
 * with other values. Safe to repeat and to run concurrently. Joins a given transaction.
 * @returns whether the belief exists
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
 * Computes the confidence of a locked belief from its prior and all of its evidence, so that concurrent writers lose nothing,
 * and appends it to the history of the confidence.
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
