import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/connection/pool';
import { experimentExists } from '../../db/experiments/experiments';
import { insertShareLink, revokeShareLink as revokeRow } from '../../db/experiments/share-links';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { formatShareToken, hashShareToken } from '../../domain/experiments/share-token';
import { recordAct } from '../audit/record-act';

/**
 * Creates a link that shows an experiment's results without signing in.
 * @returns the token, which is not stored
 * @throws AppError NOT_FOUND
 */
export function createShareLink(
  database: Database,
  actor: Actor,
  { experimentId, days, now }: { experimentId: string; days: number; now: Date },
): Promise<{ id: string; token: string }> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    if (!(await experimentExists(transaction, workspaceId, experimentId))) throw notFound('Experiment', experimentId);
    const token = formatShareToken(randomBytes(32));
    const expiresAt = new Date(now.getTime() + days * 86_400_000);
    const tokenHash = hashShareToken(token);
    const id = await insertShareLink(transaction, {
      workspaceId,
      experimentId,
      tokenHash,
      createdBy: actor.id,
      expiresAt,
    });
    await recordAct(transaction, actor, 'experiment.share_link_created', {
      subject: { type: 'experiment', id: experimentId },
      metadata: { linkId: id, expiresAt: expiresAt.toISOString() },
    });
    return { id, token };
  });
}

/** Revokes a link. Safe to repeat. @throws AppError NOT_FOUND */
export function revokeShareLink(
  database: Database,
  actor: Actor,
  { experimentId, linkId }: { experimentId: string; linkId: string },
): Promise<void> {
  return database.transaction(async (transaction) => {
    const wasOpen = await revokeRow(transaction, actor.workspaceId, { experimentId, linkId });
    if (wasOpen === null) throw notFound('Share link', linkId);
    if (!wasOpen) return;
    await recordAct(transaction, actor, 'experiment.share_link_revoked', {
      subject: { type: 'experiment', id: experimentId },
      metadata: { linkId },
    });
  });
}
