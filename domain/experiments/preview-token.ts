import { createHash } from 'node:crypto';
import { formatSignedToken, readSignedToken } from '../tokens/signed-token';
import type { ExperimentState } from './life';
import type { Variant } from './schemas';

/** What a preview link shows, who created it, and when it expires. */
export interface Preview {
  workspaceId: string;
  experimentId: string;
  variantId: string;
  /** Id of the user or the key that created the link. */
  makerId: string;
  /** {@link previewDigest} of the content when the link was created. */
  digest: string;
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
}

/**
 * Creates the token for a link that shows a page with one variant. It cannot be forged and has at most 400 characters.
 */
export const formatPreviewToken = (secret: string, preview: Preview): string =>
  formatSignedToken(secret, 'experiment_preview', [
    preview.workspaceId,
    preview.experimentId,
    preview.variantId,
    preview.makerId,
    preview.digest,
    String(preview.expiresAtMs),
  ]);

/** Returns the content of a token; null if the token is not genuine or has expired. */
export function readPreviewToken(secret: string, token: string, now: Date): Preview | null {
  const parts = readSignedToken(secret, 'experiment_preview', token, 6);
  const [workspaceId = '', experimentId = '', variantId = '', makerId = '', digest = '', expires] = parts ?? [];
  if (parts === null || Number(expires) <= now.getTime()) return null;
  return { workspaceId, experimentId, variantId, makerId, digest, expiresAtMs: Number(expires) };
}

/**
 * Returns a digest of everything that a preview shows of a variant: its changes, their pages, and which other
 * experiments are shown with it. Names, weights and other variants are not included, because they do not change the
 * page.
 */
export function previewDigest(
  { targetUrl, type, mode, exclusionGroup }: Pick<ExperimentState, 'targetUrl' | 'type' | 'mode' | 'exclusionGroup'>,
  { id, css, js, patch }: Variant,
): string {
  const shown = JSON.stringify([targetUrl, type, mode, exclusionGroup, id, css, js, patch]);
  return createHash('sha256').update(shown).digest('base64url');
}
