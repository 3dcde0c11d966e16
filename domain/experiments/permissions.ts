import { assertMay, type Role } from '../accounts/permissions';
import type { ExperimentState } from './life';
import type { ExperimentStatus } from './schemas';

const isBeyondDraft: Record<ExperimentStatus, boolean> = { draft: false, running: true, paused: true, completed: true };

/** @throws AppError FORBIDDEN for an experiment that is or becomes anything but a draft, unless the role may run experiments */
export function assertMayChange(role: Role, { status }: Pick<ExperimentState, 'status'>): void {
  if (!isBeyondDraft[status]) return;
  assertMay(role, 'experiments.run', 'Starting, changing or ending an experiment that has left its draft');
}
