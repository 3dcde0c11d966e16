import { useInfiniteQuery } from '@tanstack/react-query';
import { activityKinds, type ActivityKind } from '../../../domain/end-users/activity/kinds';
import { api, unwrap, type Schemas } from '../../api/client';
import { CodeBlock } from '../../components/code-block';
import { Facts, Section } from '../../components/facts';
import { FilterText, useFilters } from '../../components/filters';
import { RowLink } from '../../components/row-link';
import { EmptyState, ErrorState, Loading } from '../../components/states';
import { formatDayOf, formatInstant, formatTime } from '../../format/time';

type Happening = Schemas['Happening'];

const kindWords: Readonly<Record<ActivityKind, string>> = {
  event: 'Events',
  message: 'Messages',
  execution: 'Journeys',
  experiment: 'Experiments',
  consent: 'Consent',
  attribute: 'Attributes',
  identity: 'Identity',
};

/** All that happened to a person, newest first. Each row opens what was stored. */
export function ActivityFeed({ personId }: { personId: string }) {
  const { values, set } = useFilters();
  const kinds = (values['kinds'] ?? '').split(',').filter((kind): kind is ActivityKind => kind in kindWords);
  const query = useActivity(personId, kinds, values);
  const toggle = (kind: ActivityKind): void => {
    const next = kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind];
    set('kinds', next.length === activityKinds.length ? '' : next.join(','));
  };
  const isFiltered = kinds.length > 0 || values['from'] !== undefined || values['to'] !== undefined;
  return (
    <Section title="Activity">
      <div className="filters">
        <div className="kind-choices" role="group" aria-label="Kinds of activity">
          {activityKinds.map((kind) => (
            <button
              key={kind}
              type="button"
              className="button kind-choice"
              aria-pressed={kinds.includes(kind)}
              onClick={() => toggle(kind)}
            >
              {kindWords[kind]}
            </button>
          ))}
        </div>
        <FilterText label="From" name="from" type="date" />
        <FilterText label="To" name="to" type="date" />
      </div>
      <Rows query={query} isFiltered={isFiltered} />
    </Section>
  );
}

const dayMs = 86_400_000;
/** Returns the start of a local day; undefined for an incomplete date. */
function startOf(day: string | undefined, plusMs = 0): string | undefined {
  const at = new Date(`${day ?? ''}T00:00:00`).getTime() + plusMs;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

function useActivity(personId: string, kinds: readonly ActivityKind[], { from, to }: Record<string, string>) {
  const [since, until] = [startOf(from), startOf(to, dayMs)];
  const filter = {
    ...(kinds.length > 0 && { kinds: kinds.join(',') }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
  return useInfiniteQuery({
    queryKey: ['people', personId, 'activity', filter],
    queryFn: ({ pageParam }) => {
      const query = { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) };
      // The type of the client has the parsed kinds.
      const params = { path: { id: personId }, query: query as never };
      return unwrap(api.GET('/api/end-users/{id}/activity', { params }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous) => previous,
  });
}

function Rows({ query, isFiltered }: { query: ReturnType<typeof useActivity>; isFiltered: boolean }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = query;
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} retry={() => void refetch()} />;
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0) {
    return isFiltered ? (
      <EmptyState title="No matches.">Choose other kinds or dates.</EmptyState>
    ) : (
      <EmptyState title="No activity yet." />
    );
  }
  return (
    <div className="list-rows" aria-busy={isPlaceholderData}>
      <ol className="activity">
        {rows.map((row, index) => (
          <li key={row.id}>
            {formatDayOf(row.at) !== formatDayOf(rows[index - 1]?.at ?? '') && (
              <h3 className="activity-day">{formatDayOf(row.at)}</h3>
            )}
            <Row of={row} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <p className="list-foot">
          <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Load more'}
          </button>
        </p>
      )}
    </div>
  );
}

function Row({ of: { kind, at, processedAt, title, detail, ref, payload } }: { of: Happening }) {
  const to = ref === null || ref === undefined ? null : pathOf(ref);
  return (
    <details className="happening" data-kind={kind}>
      <summary>
        <span className={`happening-mark ${kind}`} aria-hidden="true" />
        <span className="happening-text">
          <span className="happening-title">{title}</span>
          {detail !== null && <span className="quiet small break">{detail}</span>}
        </span>
        <span className="quiet small happening-time">
          <time dateTime={at} title={formatInstant(at)}>
            {formatTime(Date.parse(at))}
          </time>
        </span>
      </summary>
      <div className="happening-body">
        <Facts
          of={[
            ['Happened', formatInstant(at)],
            ['Received', formatInstant(processedAt)],
            ...(to === null
              ? []
              : ([
                  [
                    'Link',
                    <RowLink key="to" to={to.path}>
                      {to.text}
                    </RowLink>,
                  ],
                ] as const)),
          ]}
        />
        <CodeBlock label="Stored data">{JSON.stringify(payload, null, 2)}</CodeBlock>
      </div>
    </details>
  );
}

/** The page of what a row is about. */
function pathOf({ kind, id, journeyId }: NonNullable<Happening['ref']>): { path: string; text: string } | null {
  if (kind === 'message') return { path: `/messages/${id}`, text: 'Message' };
  if (kind === 'experiment') return { path: `/experiments/${id}`, text: 'Experiment' };
  if (kind === 'execution') return { path: `/journeys/${journeyId ?? ''}/executions/${id}`, text: 'Execution' };
  return null;
}
