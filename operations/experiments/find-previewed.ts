import type { Database } from '../../db/connection/pool';
import { findExperiment, type Experiment } from '../../db/experiments/experiments';
import { mayPreview } from '../../domain/experiments/permissions';
import { previewDigest, type Preview } from '../../domain/experiments/preview-token';
import { findRights } from '../accounts/find-rights';

/**
 * Finds the experiment of a preview link.
 * @returns null when what the link shows has changed since, or when its maker may no longer make it
 */
export async function findPreviewed(database: Database, preview: Preview): Promise<Experiment | null> {
  const { workspaceId, experimentId, variantId, makerId, digest } = preview;
  const experiment = await findExperiment(database, workspaceId, experimentId);
  const variant = experiment?.variants.find(({ id }) => id === variantId);
  if (experiment === null || variant === undefined || previewDigest(experiment, variant) !== digest) return null;
  const rights = await findRights(database, workspaceId, makerId);
  return rights !== null && mayPreview(rights.role, variant) ? experiment : null;
}
