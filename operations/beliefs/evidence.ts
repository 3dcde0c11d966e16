import type { z } from 'zod';
import {
  findSourceEvidence,
  type NewEvidence,
  upsertEvidence,
  withdrawEvidence as withdrawRow,
} from '../../db/beliefs/belief-evidence';
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
  if ((await appendEvidence(database, actor, id, { ...entry, sourceKey })) === null) throw notFound('Belief', id);
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

/** Evidence that the service has found: in a completed experiment, or in a journey's experiment step. */
export type FoundEvidence = BeliefName & {
  /** Rate of the best treatment minus that of the control, -1 to 1. */
  delta: number;
  /** Subjects of both arms, above 0. */
  sampleSize: number;
} & ({ experimentId: string } | { journeyId: string; stepId: string });

/**
 * Identifies the source of evidence. An experiment counts once, also if it is completed again. A step has one entry, which is
 * replaced.
 */
const sourceOf = (found: FoundEvidence) =>
  'experimentId' in found
    ? { sourceKey: `experiment:${found.experimentId}`, replaces: false }
    : { sourceKey: `journey:${found.journeyId}:${found.stepId}`, replaces: true };

/** Returns whether evidence would change its belief. */
export async function isNewEvidence({ database }: Pick<Context, 'database'>, found: FoundEvidence): Promise<boolean> {
  if ((await findBelief(database, found)) === null) return false;
  const { sourceKey, replaces } = sourceOf(found);
  const earlier = await findSourceEvidence(database, found, sourceKey);
  if (earlier === null) return true;
  const isSame = earlier.delta === found.delta && earlier.sampleSize === found.sampleSize;
  return replaces && !earlier.isWithdrawn && !isSame;
}

/**
 * Adds evidence that the service has found to its belief. Safe to repeat. Joins a given transaction.
 * @returns null if the belief was deleted
 */
export function recordFoundEvidence(
  { database }: Pick<Context, 'database'>,
  found: FoundEvidence,
): Promise<BeliefUpdate | null> {
  const { workspaceId, beliefId, ...entry } = found;
  return appendEvidence(database, { workspaceId, id: 'system' }, beliefId, {
    type: 'experiment',
    ...entry,
    ...sourceOf(found),
  });
}

/** What evidence did to a belief. */
export interface BeliefUpdate {
  beliefId: string;
  /** Null if the evidence was already counted. */
  evidenceId: string | null;
  delta: number;
  sampleSize: number;
  /** Confidence before and after, 0 to 1. */
  confidence: { before: number; after: number };
}

/**
 * Adds an entry to a belief. A source counts once, also after its entry was withdrawn, unless the new entry replaces a current one
 * with other values. Safe to repeat and to run concurrently. Joins a given transaction.
 * @returns null if the belief does not exist
 */
function appendEvidence(
  database: Database,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  beliefId: string,
  entry: NewEvidence,
): Promise<BeliefUpdate | null> {
  const name = { workspaceId: actor.workspaceId, beliefId };
  const { type, delta, sampleSize } = entry;
  return database.transaction(async (transaction) => {
    if (!(await lockBelief(transaction, name))) return null;
    const before = (await findBelief(transaction, name))?.confidence ?? 0;
    const evidenceId = await upsertEvidence(transaction, name, entry);
    const update = { beliefId, evidenceId, delta, sampleSize };
    if (evidenceId === null) return { ...update, confidence: { before, after: before } };
    const after = await recomputeConfidence(transaction, name, { change: 'evidence', evidenceId });
    await recordAct(transaction, actor, 'belief.evidence_added', {
      subject: { type: 'belief', id: beliefId },
      metadata: { evidenceId, type, delta, sampleSize },
    });
    return { ...update, confidence: { before, after } };
  });
}

/**
 * Computes the confidence of a locked belief from its prior and all of its evidence, so that concurrent writers lose nothing,
 * and appends it to the history of the confidence.
 * @returns the confidence
 */
export async function recomputeConfidence(
  transaction: Database,
  name: BeliefName,
  cause: Pick<ConfidencePoint, 'change' | 'evidenceId'>,
): Promise<number> {
  const belief = await findBelief(transaction, name);
  if (belief === null) return 0;
  const confidence = confidenceOf(belief.prior, belief.evidence);
  await recordConfidence(transaction, name, { confidence, ...cause });
  return confidence;
}
