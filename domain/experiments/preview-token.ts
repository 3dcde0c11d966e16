import { formatSignedToken, readSignedToken } from '../tokens/signed-token';

/** Which variant a token shows, and until when (ms since the epoch). */
export interface Preview {
  workspaceId: string;
  experimentId: string;
  variantId: string;
  expiresAtMs: number;
}

/** A token of a link that shows a page with one variant: it cannot be forged, and members get one. */
export const formatPreviewToken = (secret: string, preview: Preview): string =>
  formatSignedToken(secret, 'experiment_preview', [
    preview.workspaceId,
    preview.experimentId,
    preview.variantId,
    String(preview.expiresAtMs),
  ]);

/** What a genuine token shows at a time, else null. */
export function readPreviewToken(secret: string, token: string, now: Date): Preview | null {
  const ids = readSignedToken(secret, 'experiment_preview', token, 4);
  const [workspaceId = '', experimentId = '', variantId = '', expires] = ids ?? [];
  if (ids === null || Number(expires) <= now.getTime()) return null;
  return { workspaceId, experimentId, variantId, expiresAtMs: Number(expires) };
}
