import { createHash } from 'node:crypto';
import { formatSignedToken, readSignedToken } from '../tokens/signed-token';
import type { ExperimentState } from './life';
import type { Variant } from './schemas';

/** What a preview link shows, by whose rights, and until when. */
export interface Preview {
  workspaceId: string;
  experimentId: string;
  variantId: string;
  /** Id of the user, or of the key, that made the link. */
  makerId: string;
  /** {@link previewDigest} of the content when the link was made. */
  digest: string;
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
}

/** A token of a link that shows a page with one variant. It cannot be forged. At most 400 characters. */
export const formatPreviewToken = (secret: string, preview: Preview): string =>
  formatSignedToken(secret, 'experiment_preview', [
    preview.workspaceId,
    preview.experimentId,
    preview.variantId,
    preview.makerId,
    preview.digest,
    String(preview.expiresAtMs),
  ]);

/** What a genuine token that has not expired names, else null. */
export function readPreviewToken(secret: string, token: string, now: Date): Preview | null {
  const parts = readSignedToken(secret, 'experiment_preview', token, 6);
  const [workspaceId = '', experimentId = '', variantId = '', makerId = '', digest = '', expires] = parts ?? [];
  if (parts === null || Number(expires) <= now.getTime()) return null;
  return { workspaceId, experimentId, variantId, makerId, digest, expiresAtMs: Number(expires) };
}

/**
 * A digest of all that a preview shows of a variant: what it changes, where, and next to which other experiments. Names, weights
 * and other variants are not part of it: a change to those leaves the page as it was.
 */
export function previewDigest(
  { targetUrl, type, mode, exclusionGroup }: Pick<ExperimentState, 'targetUrl' | 'type' | 'mode' | 'exclusionGroup'>,
  { id, css, js, patch }: Variant,
): string {
  const shown = JSON.stringify([targetUrl, type, mode, exclusionGroup, id, css, js, patch]);
  return createHash('sha256').update(shown).digest('base64url');
}
