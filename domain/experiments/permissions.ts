import { assertMay, may, type Role } from '../accounts/permissions';
import type { ExperimentState } from './life';
import type { ExperimentStatus, Variant } from './schemas';
import { scriptPaths } from './scripts';

const isBeyondDraft: Record<ExperimentStatus, boolean> = { draft: false, running: true, paused: true, completed: true };

/** @throws AppError FORBIDDEN for an experiment that is or becomes anything but a draft, unless the role may run experiments */
export function assertMayChange(role: Role, { status }: Pick<ExperimentState, 'status'>): void {
  if (!isBeyondDraft[status]) return;
  assertMay(role, 'experiments.run', 'Starting, changing or ending an experiment that has left its draft');
}

/** The visitor who follows a preview link runs the variant's scripts, which needs more than a look at a draft. */
const previewPermission = (variant: Variant) =>
  scriptPaths([variant]).length > 0 ? 'experiments.run' : 'experiments.write';

/** @throws AppError FORBIDDEN for a variant that runs a script, unless the role may run experiments */
export const assertMayPreview = (role: Role, variant: Variant): void =>
  assertMay(role, previewPermission(variant), 'A link that runs a script on your pages');

/** Whether a link of a maker with that role still shows a variant. */
export const mayPreview = (role: Role, variant: Variant): boolean => may(role, previewPermission(variant));
