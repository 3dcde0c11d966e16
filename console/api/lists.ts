import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListSource } from '../components/list';
import { unwrap } from './client';

export interface CursorPage<Row> {
  data: Row[];
  nextCursor: string | null;
}

/** A page of a route whose answer is a plain array: its header `Link` leads to the next one. */
export async function linkedPage<Row>(
  call: Promise<{ data?: Row[]; error?: unknown; response: Response }>,
): Promise<CursorPage<Row>> {
  const data = await unwrap(call);
  const { response } = await call;
  const cursor = /[?&]cursor=([\w-]+)[^>]*>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return { data, nextCursor: cursor ?? null };
}

/** Whether two keys name the same list, under other filters: those come last. */
const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && JSON.stringify(one.slice(0, -1)) === JSON.stringify(other.slice(0, -1));

/**
 * Rows of a route that answers by cursor, page after page. While those of another filter are on their way the ones before stay.
 * @param key tells the list from all others; its last part is the filter
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

/** Rows of a route that answers with all of them. */
export function useWholeList<Row>(key: readonly unknown[], read: () => Promise<Row[]>): ListSource<Row> {
  const { data: rows, error, refetch } = useQuery({ queryKey: key, queryFn: read });
  return { rows, error, retry: () => void refetch() };
}
