import { type Experiment, experimentExists, findExperiment } from '../../db/experiments/experiments';
import { insertShareLink, revokeShareLink as revokeRow } from '../../db/experiments/share-links';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { findVariant } from '../../domain/experiments/life';
import { assertMayPreview, mayPreview } from '../../domain/experiments/permissions';
import { formatPreviewToken, type Preview, previewDigest } from '../../domain/experiments/preview-token';
import { previewedPage } from '../../domain/experiments/previewed-page';
import { formatShareToken, hashShareToken } from '../../domain/experiments/share-token';
import { findRights } from '../accounts/rights';
import { recordAct } from '../audit/record-act';
import type { Context, Settings } from '../ports';

/**
 * Creates a link that shows an experiment's results without signing in.
 * @returns the token, which is not stored
 * @throws AppError NOT_FOUND
 */
export function createShareLink(
  { database, clock, random }: Pick<Context, 'database' | 'clock' | 'random'>,
  actor: Actor,
  { experimentId, days }: { experimentId: string; days: number },
): Promise<{ id: string; token: string }> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    if (!(await experimentExists(transaction, workspaceId, experimentId))) throw notFound('Experiment', experimentId);
    const token = formatShareToken(random.bytes(32));
    const expiresAt = new Date(clock.now().getTime() + days * 86_400_000);
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
  { database }: Pick<Context, 'database'>,
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

export const previewHours = 24;

interface PreviewRequest {
  experimentId: string;
  variantId: string;
  /** Optional if the experiment runs on one page. */
  url?: string | undefined;
  /** Id of the user or key of the request. The link works while they may create it. */
  makerId: string;
}

/**
 * Creates a link that shows a page with the saved state of one variant.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for an unknown variant or a page that the experiment does not run on, FORBIDDEN for a
 *   variant with scripts unless the actor may run experiments
 */
export function makePreviewLink(
  { database, clock, settings }: Pick<Context, 'database' | 'clock'> & { settings: Pick<Settings, 'linkSecret'> },
  actor: Actor,
  { experimentId, variantId, url, makerId }: PreviewRequest,
): Promise<{ url: string; expiresAt: Date }> {
  const { workspaceId, role } = actor;
  return database.transaction(async (transaction) => {
    const experiment = await findExperiment(transaction, workspaceId, experimentId);
    if (experiment === null) throw notFound('Experiment', experimentId);
    const variant = findVariant(experiment, variantId);
    assertMayPreview(role, variant);
    const page = previewedPage(experiment.targetUrl, url);
    const expiresAt = new Date(clock.now().getTime() + previewHours * 3_600_000);
    const digest = previewDigest(experiment, variant);
    const preview = { workspaceId, experimentId, variantId, makerId, digest, expiresAtMs: expiresAt.getTime() };
    page.searchParams.set('apex_preview', formatPreviewToken(settings.linkSecret, preview));
    await recordAct(transaction, actor, 'experiment.preview_link_created', {
      subject: { type: 'experiment', id: experimentId },
      metadata: { variantId, expiresAt: expiresAt.toISOString() },
    });
    return { url: page.href, expiresAt };
  });
}

/**
 * Finds the experiment of a preview link.
 * @returns null if the variant has changed since, or if the creator of the link may no longer create it
 */
export async function findPreviewed(
  { database }: Pick<Context, 'database'>,
  preview: Preview,
): Promise<Experiment | null> {
  const { workspaceId, experimentId, variantId, makerId, digest } = preview;
  const experiment = await findExperiment(database, workspaceId, experimentId);
  const variant = experiment?.variants.find(({ id }) => id === variantId);
  if (experiment === null || variant === undefined || previewDigest(experiment, variant) !== digest) return null;
  const rights = await findRights({ database }, workspaceId, makerId);
  return rights !== null && mayPreview(rights.role, variant) ? experiment : null;
}
