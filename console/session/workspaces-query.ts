import type { QueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';

/** The query of the signed-in person's workspaces. */
export const workspacesQuery = {
  queryKey: ['workspaces'],
  queryFn: () => unwrap(api.GET('/api/session/workspaces')),
};

/** Reads the workspaces before the first page is shown, which may be a choice between them. Never fails. */
export const loadWorkspaces = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery({ ...workspacesQuery, retry: false });
