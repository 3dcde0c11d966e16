import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListSource } from '../components/list';
import { unwrap } from './client';

export interface CursorPage<Row> {
  data: Row[];
  nextCursor: string | null;
}

/** Returns a page of a route that returns an array. The `Link` header has the cursor of the next page. */
export async function linkedPage<Row>(
  call: Promise<{ data?: Row[]; error?: unknown; response: Response }>,
): Promise<CursorPage<Row>> {
  const data = await unwrap(call);
  const { response } = await call;
  const cursor = /[?&]cursor=([\w-]+)[^>]*>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return { data, nextCursor: cursor ?? null };
}

/** Whether two keys are for the same list. The last part is the filter, which may differ. */
const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && JSON.stringify(one.slice(0, -1)) === JSON.stringify(other.slice(0, -1));

/**
 * Reads a list page by page with a cursor. The previous rows stay while a new filter loads.
 * @param key identifies the list; its last part is the filter
 */
export function useCursorList<Row>(
  key: readonly unknown[],
  read: (query: { limit: number; cursor?: string }) => Promise<CursorPage<Row>>,
): ListSource<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read({ limit: 100, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous, query) =>
      query !== undefined && key.length > 1 && isSameList(query.queryKey, key) ? previous : undefined,
  });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  return {
    rows,
    outdated: isPlaceholderData,
    error,
    retry: () => void refetch(),
    more: hasNextPage ? { load: () => void fetchNextPage(), loading: isFetchingNextPage } : undefined,
  };
}

/** Reads a list that has no pages. */
export function useWholeList<Row>(key: readonly unknown[], read: () => Promise<Row[]>): ListSource<Row> {
  const { data: rows, error, refetch } = useQuery({ queryKey: key, queryFn: read });
  return { rows, error, retry: () => void refetch() };
}
