import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client';

/** Whether a retry can succeed: no response, rate limit, or an unavailable dependency. */
const passes = (error: Error): boolean => error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The shell invalidates queries when the service responds again.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && passes(error),
      throwOnError: false,
    },
    mutations: { networkMode: 'always' },
  },
});
