import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client';

/** What may be better a moment later: no answer, too many requests, a part that is away. */
const passes = (error: Error): boolean => error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The shell asks again once the service answers.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && passes(error),
      throwOnError: false,
    },
    mutations: { networkMode: 'always' },
  },
});
