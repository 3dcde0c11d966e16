import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';

export type GettingStartedData = Schemas['GettingStarted'];

const waitingMs = 2_000;

/** Reads what the workspace has so far. @param isWaiting whether to read it again every two seconds; never by default */
export const useGettingStarted = (
  isWaiting: (data: GettingStartedData) => boolean = () => false,
): UseQueryResult<GettingStartedData> =>
  useQuery({
    queryKey: ['getting-started'],
    queryFn: () => unwrap(api.GET('/api/getting-started')),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isWaiting(data) ? waitingMs : false),
  });
