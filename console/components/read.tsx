import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatAgo, formatInstant, formatTime } from '../format/time';
import { ErrorState, Loading } from './states';

/**
 * Reads one resource.
 * @param key identifies it in the cache
 * @param isUnfinished whether the data still changes: it is read again every few seconds
 */
export const useRead = <Data,>(
  key: readonly unknown[],
  read: () => Promise<Data>,
  isUnfinished: (data: Data) => boolean = () => false,
): UseQueryResult<Data> =>
  useQuery({
    queryKey: key,
    queryFn: read,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnfinished(data) ? unfinishedMs : false),
  });

const unfinishedMs = 5_000;

interface Props<Data> {
  query: UseQueryResult<Data>;
  /** Shown while loading, such as a `Skeleton` that keeps the place. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows the state of a query: loading, failed, or its data. */
export function Read<Data>({ query, loading = <Loading />, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return loading;
  return <ErrorState error={query.error} retry={() => void query.refetch()} />;
}

/** When the figures were computed. */
export function Computed({ query }: { query: UseQueryResult<unknown> }) {
  return query.dataUpdatedAt === 0 ? null : <>Updated at {formatTime(query.dataUpdatedAt)}</>;
}

/** A relative time, with the exact time as its title. */
export function Ago({ at, never = 'Never' }: { at: string | null | undefined; never?: string }) {
  if (at === null || at === undefined) return <span className="quiet">{never}</span>;
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {formatAgo(at, Date.now())}
    </time>
  );
}
