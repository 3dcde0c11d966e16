import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Section } from '../../components/facts';
import { Page } from '../../components/page';
import { PeriodFilter, periodSearch, usePeriod, type PeriodRequest } from '../../components/period-filter';
import { Computed, Read } from '../../components/read';
import { Skeleton } from '../../components/skeleton';
import { formatDay } from '../../format/time';
import { GettingStarted } from '../start/getting-started';
import { Attention } from './attention';
import { Changes } from './changes';
import { Channels } from './channels';
import { ConversionsByName } from './conversions-by-name';
import { FigureChart } from './figure-chart';
import { readComparison, type Comparison } from './figures';
import { Targets } from './targets';
import { useWorkspace } from './use-workspace';
import './overview.css';

export function OverviewPage() {
  const request = usePeriod();
  const query = useQuery({
    queryKey: ['summary', request],
    queryFn: () => readComparison(request),
    placeholderData: keepPreviousData,
  });
  if (query.data?.isEmpty === true) {
    return (
      <Page title="Overview" intro="Your figures appear here after the first event.">
        <div className="list">
          <GettingStarted />
        </div>
      </Page>
    );
  }
  return (
    <Page title="Overview" intro="Results compared with the previous period, and what needs attention.">
      <div className="filters">
        <PeriodFilter />
      </div>
      <Figures query={query} request={request} />
      <div className="two-columns">
        <Attention />
        <Section title="Targets" act={<Link to="/targets">All targets</Link>}>
          <Targets />
        </Section>
      </div>
      <div className="two-columns">
        <Section
          title="Channels"
          note="First touch of each visitor in the period"
          act={
            <Link to="/attribution" search={periodSearch}>
              Attribution
            </Link>
          }
        >
          <Read query={query} loading={<Skeleton height={240} />}>
            {({ now }) => <Channels of={now} />}
          </Read>
        </Section>
        <Section title="Conversions" act={<Link to="/conversions">All conversions</Link>}>
          <Read query={query} loading={<Skeleton height={240} />}>
            {(comparison) => <ConversionsByName comparison={comparison} />}
          </Read>
        </Section>
      </div>
      <Section title="Recent changes" note="Journeys and experiments">
        <Changes />
      </Section>
    </Page>
  );
}

function Figures({ query, request }: { query: UseQueryResult<Comparison>; request: PeriodRequest }) {
  return (
    <div className="list-rows" aria-busy={query.isPlaceholderData}>
      <Read query={query} loading={<LoadingFigures />}>
        {(comparison) => (
          <>
            <Span comparison={comparison} request={request} updated={<Computed query={query} />} />
            <FigureChart comparison={comparison} />
          </>
        )}
      </Read>
    </div>
  );
}

/** As high as the figures and the chart. */
const LoadingFigures = () => (
  <div className="stack">
    <Skeleton height={92} />
    <Skeleton height={326} />
  </div>
);

interface SpanProps {
  comparison: Comparison;
  request: PeriodRequest;
  updated: ReactNode;
}

/** The days of the figures. */
function Span({ comparison: { now, before }, request, updated }: SpanProps) {
  const { data: workspace } = useWorkspace();
  const days = ({ from, to }: { from: string; to: string }): string =>
    from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  return (
    <p className="quiet small">
      {days(now.period)}
      {workspace !== undefined && ` (${workspace.timezone})`}, compared with {days(before.period)}.
      {request.period !== 'custom' && ' Today is not over yet.'} {updated}
    </p>
  );
}
