import { findExperiment } from '../../db/experiments/experiments';
import { assertMayChange } from '../../domain/experiments/permissions';
import { experimentStatus } from '../../domain/experiments/schemas';
import type { AuthorizationRequest } from '../route';

/** For requests that change or delete the experiment that their path or body names. @throws AppError FORBIDDEN */
export async function authorizeChange({ actor, params, body, services }: AuthorizationRequest): Promise<void> {
  const status = experimentStatus.safeParse(body['status']);
  if (status.success) assertMayChange(actor.role, { status: status.data });
  const id = params['id'] ?? body['id'];
  if (typeof id !== 'string') return;
  const experiment = await findExperiment(services.database, actor.workspaceId, id);
  if (experiment !== null) assertMayChange(actor.role, experiment);
}
