import { findExperiment } from '../../db/experiments';
import { assertMay, type Role } from '../../domain/accounts/permissions';
import type { ExperimentState } from '../../domain/experiments/life';
import type { AuthorizationRequest } from '../route';

const act = 'Starting, changing or ending an experiment that has left its draft';
const beyondDraft = ['running', 'paused', 'completed'];

/** @throws AppError FORBIDDEN for an experiment that is or becomes anything but a draft, unless the role may run experiments */
export function assertMayChange(role: Role, ...states: readonly Pick<ExperimentState, 'status'>[]): void {
  if (states.some(({ status }) => status !== 'draft')) assertMay(role, 'experiments.run', act);
}

/** For requests that change or delete the experiment that their path or body names. @throws AppError FORBIDDEN */
export async function authorizeChange({ actor, params, body, services }: AuthorizationRequest): Promise<void> {
  if (beyondDraft.includes(String(body['status']))) assertMay(actor.role, 'experiments.run', act);
  const id = params['id'] ?? body['id'];
  if (typeof id !== 'string') return;
  const experiment = await findExperiment(services.database, actor.workspaceId, id);
  if (experiment !== null) assertMayChange(actor.role, experiment);
}
