import { isForeignKeyViolation } from '../../db/connection/errors';
import { invalid } from '../../domain/errors';

/** Of what a body names, the belief alone has a foreign key: one that is deleted at the same moment is found missing, too. */
export function refuseUnknownBelief(error: unknown): never {
  if (!isForeignKeyViolation(error)) throw error;
  const message = 'This belief does not exist in this workspace.';
  throw invalid(message, [{ path: 'beliefId', message }]);
}
