import type { Database } from '../../db/connection/pool';
import { findExperiment } from '../../db/experiments/experiments';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { findVariant } from '../../domain/experiments/life';
import { assertMayPreview } from '../../domain/experiments/permissions';
import { formatPreviewToken, previewDigest } from '../../domain/experiments/preview-token';
import { previewedPage } from '../../domain/experiments/previewed-page';
import { recordAct } from '../audit/record-act';

export const previewHours = 24;

interface PreviewRequest {
  experimentId: string;
  variantId: string;
  /** May be left out when the experiment runs on one page. */
  url?: string | undefined;
  /** The user, or the key that the request came with: the link works as long as they may make it. */
  makerId: string;
}

/**
 * Makes a link that shows a page with one variant, as it is saved now.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for an unknown variant or a page that the experiment does not run on, FORBIDDEN for a
 * variant with scripts unless the actor may run experiments
 */
export function makePreviewLink(
  database: Database,
  actor: Actor,
  { experimentId, variantId, url, makerId }: PreviewRequest,
  { linkSecret, now }: { linkSecret: string; now: Date },
): Promise<{ url: string; expiresAt: Date }> {
  const { workspaceId, role } = actor;
  return database.transaction(async (transaction) => {
    const experiment = await findExperiment(transaction, workspaceId, experimentId);
    if (experiment === null) throw notFound('Experiment', experimentId);
    const variant = findVariant(experiment, variantId);
    assertMayPreview(role, variant);
    const page = previewedPage(experiment.targetUrl, url);
    const expiresAt = new Date(now.getTime() + previewHours * 3_600_000);
    const digest = previewDigest(experiment, variant);
    const preview = { workspaceId, experimentId, variantId, makerId, digest, expiresAtMs: expiresAt.getTime() };
    page.searchParams.set('apex_preview', formatPreviewToken(linkSecret, preview));
    await recordAct(transaction, actor, 'experiment.preview_link_created', {
      subject: { type: 'experiment', id: experimentId },
      metadata: { variantId, expiresAt: expiresAt.toISOString() },
    });
    return { url: page.href, expiresAt };
  });
}
