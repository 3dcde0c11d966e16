import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatAgo, formatInstant, formatTime } from '../format/time';
import { ErrorState, Loading } from './states';

/**
 * One thing, read by its route.
 * @param key tells it from all others
 * @param isUnfinished what was read changes by itself: it is read again and again
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
  children: (data: Data) => ReactNode;
}

/** What was read, in each of its states. */
export function Read<Data>({ query, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Loading />;
  return <ErrorState error={query.error} retry={() => void query.refetch()} />;
}

/** When the figures that are shown were computed. */
export function Computed({ query }: { query: UseQueryResult<unknown> }) {
  return query.dataUpdatedAt === 0 ? null : <>computed at {formatTime(query.dataUpdatedAt)}</>;
}

/** An instant, as a distance from now; the exact one as its title. */
export function Ago({ at, never = 'never' }: { at: string | null | undefined; never?: string }) {
  if (at === null || at === undefined) return <span className="quiet">{never}</span>;
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {formatAgo(at, Date.now())}
    </time>
  );
}
