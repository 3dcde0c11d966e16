import { assertMay, may, type Role } from '../accounts/permissions';
import type { ExperimentState } from './life';
import type { ExperimentStatus, Variant } from './schemas';
import { scriptPaths } from './scripts';

const isBeyondDraft: Record<ExperimentStatus, boolean> = { draft: false, running: true, paused: true, completed: true };

/**
 * Checks one status of an experiment: the status before a change and the status after it are checked separately.
 * @throws AppError FORBIDDEN unless the experiment is a draft or the role may run experiments
 */
export function assertMayChange(role: Role, { status }: Pick<ExperimentState, 'status'>): void {
  if (!isBeyondDraft[status]) return;
  assertMay(role, 'experiments.run', 'Starting, changing or ending an experiment that is no longer a draft');
}

/**
 * Returns the permission to preview a variant. A preview link runs the variant's scripts in the visitor's browser,
 * which needs more than access to a draft.
 */
const previewPermission = (variant: Variant) =>
  scriptPaths([variant]).length > 0 ? 'experiments.run' : 'experiments.write';

/**
 * @throws AppError FORBIDDEN unless the role may preview the variant: a variant with scripts needs `experiments.run`
 */
export const assertMayPreview = (role: Role, variant: Variant): void =>
  assertMay(role, previewPermission(variant), 'Creating a link that runs a script on your pages');

/** Returns whether a preview link still shows a variant, given the role of the link's creator. */
export const mayPreview = (role: Role, variant: Variant): boolean => may(role, previewPermission(variant));
