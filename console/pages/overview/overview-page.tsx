import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { FilterChoice, useFilters } from '../../components/filters';
import { Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Computed, Read, useRead } from '../../components/read';
import { DataTable } from '../../components/table';
import { changeSince, formatChange, formatCount, formatShare } from '../../format/number';
import { formatDay, previousPeriod } from '../../format/time';
import { formatWords } from '../../format/words';
import { Attention } from './attention';

type Summary = Schemas['AnalyticsSummary'];
type Comparison = { now: Summary; before: Summary };

const periods = ['7d', '30d', '90d'] as const;

/** `7d` is "7 days". */
const formatPeriod = (period: string): string => `${Number.parseInt(period, 10)} days`;

async function readComparison(period: (typeof periods)[number]): Promise<Comparison> {
  const now = await unwrap(api.GET('/api/analytics/summary', { params: { query: { period } } }));
  const query = { period: 'custom' as const, ...previousPeriod(now.period) };
  return { now, before: await unwrap(api.GET('/api/analytics/summary', { params: { query } })) };
}

export function OverviewPage() {
  const { values } = useFilters();
  const period = periods.find((name) => name === values['period']) ?? '30d';
  const query = useRead(['summary', period], () => readComparison(period));
  return (
    <Page title="Overview" intro="Results compared with the previous period, and what needs attention.">
      <div className="filters">
        <FilterChoice label="Period" name="period" options={periods} initial="30d" format={formatPeriod} />
      </div>
      <Read query={query}>
        {({ now, before }) => (
          <>
            <p className="quiet small">
              {formatDay(now.period.from)} to {formatDay(now.period.to)}, compared with {formatDay(before.period.from)}{' '}
              to {formatDay(before.period.to)}. <Computed query={query} />
            </p>
            <div className="grid figures">
              <Figure name="Visitors" now={now.visitors} before={before.visitors} />
              <Figure name="Leads" now={now.leads} before={before.leads} />
              <Figure name="Conversions" now={now.conversions} before={before.conversions} />
              <Figure
                name="Conversion rate"
                now={now.conversionRate}
                before={before.conversionRate}
                format={formatShare}
              />
            </div>
            <div className="two-columns">
              <Section title="Needs attention">
                <Attention />
              </Section>
              <Section title="Channels" note="First touch of each visitor in the period">
                <Channels of={now.topChannels} />
              </Section>
            </div>
          </>
        )}
      </Read>
    </Page>
  );
}

interface FigureProps {
  name: string;
  now: number;
  before: number;
  format?: (value: number) => string;
}

function Figure({ name, now, before, format = formatCount }: FigureProps) {
  const change = changeSince(now, before);
  return (
    <div className="card">
      <p className="figure-name">{name}</p>
      <p className="figure-value">{format(now)}</p>
      <p className="figure-note">
        {change !== null && <span className={change >= 0 ? 'up' : 'down'}>{formatChange(change)} </span>}
        {before === 0 ? 'None in the previous period' : `from ${format(before)}`}
      </p>
    </div>
  );
}

function Channels({ of: channels }: { of: Summary['topChannels'] }) {
  if (channels.length === 0) {
    return (
      <div className="state">
        <p className="state-title">No visits in this period.</p>
        <p>
          Add the snippet to your pages to record visits. It needs{' '}
          <Link to="/settings/workspace">your workspace key</Link>.
        </p>
      </div>
    );
  }
  return (
    <DataTable
      caption="Channels"
      rows={channels}
      rowKey={({ channel }) => channel}
      columns={[
        { title: 'Channel', cell: ({ channel }) => <span data-value={channel}>{formatWords(channel)}</span> },
        { title: 'Visitors', numeric: true, cell: ({ visitors }) => formatCount(visitors) },
        { title: 'Conversions', numeric: true, cell: ({ conversions }) => formatCount(conversions) },
      ]}
    />
  );
}
