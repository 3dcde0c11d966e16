import { ApiError } from '../../api/client';

/**
 * Shows a refused password or code at its field. Otherwise, the form would wait for a dialog to sign in again.
 * @param path the name of the field
 */
export const atField =
  (path: string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw new ApiError(400, error.code, error.message, [{ path, message: error.message }]);
  };
