import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, setPageWorkspace, unwrap, type Schemas } from '../api/client';
import { replaceSession, useSession } from './session';
import { workspacesQuery } from './workspaces-query';

/** The workspaces of the signed-in person. */
export type SessionWorkspace = Schemas['SessionWorkspaces'][number];

const fillingMs = 2_000;

/** Lists the workspaces. While a demo workspace is being filled, they are read again every two seconds. */
export const useWorkspaces = (): readonly SessionWorkspace[] => {
  const { data = [] } = useQuery({
    ...workspacesQuery,
    refetchInterval: ({ state }) =>
      state.data?.some(({ demo }) => demo?.status === 'filling') === true ? fillingMs : false,
  });
  return data;
};

/** Switches to another workspace and opens its overview. */
export function useSwitchWorkspace() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { workspaceId: current } = useSession();
  return useMutation({
    mutationFn: (workspaceId: string) => {
      setPageWorkspace(null);
      return unwrap(api.POST('/api/session/workspace', { body: { workspaceId } }));
    },
    onError: () => setPageWorkspace(current),
    onSuccess: (session) => {
      replaceSession(client, session);
      // Not awaited: the page of the previous workspace is gone.
      void navigate({ to: '/' });
    },
  });
}
