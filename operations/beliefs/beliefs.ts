import type { z } from 'zod';
import {
  deleteBelief as deleteRow,
  insertBelief,
  lockBelief,
  updateBelief as updateRow,
} from '../../db/beliefs/beliefs';
import type { Actor } from '../../domain/accounts/actor';
import type { createBeliefBody, updateBeliefBody } from '../../domain/beliefs/schemas';
import { beliefTexts } from '../../domain/beliefs/texts';
import { effectivePrior } from '../../domain/beliefs/update-confidence';
import { assertCurrent, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { recomputeConfidence } from './evidence';
import type { Context } from '../ports';

/** Creates a belief. @returns its id */
export function createBelief(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  body: z.output<typeof createBeliefBody>,
): Promise<string> {
  const { confidence: prior, tags = [], subject = null } = body;
  const { evidenceNotes = [], evidence: notes = evidenceNotes, audience = null, owner = null } = body;
  const belief = {
    ...beliefTexts(body, null),
    prior,
    confidence: effectivePrior(prior),
    tags,
    subject,
    notes,
    audience,
    owner,
  };
  return database.transaction(async (transaction) => {
    const id = await insertBelief(transaction, { workspaceId: actor.workspaceId, ...belief });
    await recordAct(transaction, actor, 'belief.created', { subject: { type: 'belief', id } });
    return id;
  });
}

/**
 * Updates the given fields. A new prior also changes the confidence.
 * @throws AppError NOT_FOUND, STALE_UPDATE if the belief was changed since it was read
 */
export function updateBelief(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  id: string,
  {
    updatedAt,
    statement,
    claim,
    evidenceNotes,
    evidence: notes = evidenceNotes,
    ...rest
  }: z.output<typeof updateBeliefBody>,
): Promise<void> {
  const name = { workspaceId: actor.workspaceId, beliefId: id };
  return database.transaction(async (transaction) => {
    const held = await lockBelief(transaction, name);
    if (held === null) throw notFound('Belief', id);
    assertCurrent('belief', held, updatedAt);
    await updateRow(transaction, name, { ...rest, ...beliefTexts({ statement, claim }, held), notes });
    if (rest.prior !== undefined) await recomputeConfidence(transaction, name, { change: 'prior', evidenceId: null });
    await recordAct(transaction, actor, 'belief.updated', { subject: { type: 'belief', id } });
  });
}

/** Deletes a belief with its evidence. @throws AppError NOT_FOUND */
export function deleteBelief({ database }: Pick<Context, 'database'>, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const isDeleted = await deleteRow(transaction, { workspaceId: actor.workspaceId, beliefId: id });
    if (!isDeleted) throw notFound('Belief', id);
    await recordAct(transaction, actor, 'belief.deleted', { subject: { type: 'belief', id } });
  });
}
