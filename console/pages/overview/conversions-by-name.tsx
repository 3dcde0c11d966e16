import { Link } from '@tanstack/react-router';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import { Sparkline } from '../../components/chart/sparkline';
import { Read } from '../../components/read';
import { Skeleton } from '../../components/skeleton';
import { EmptyState } from '../../components/states';
import { DataTable, type Column } from '../../components/table';
import { changeSince, countOf, formatAmount, formatChange, formatCount } from '../../format/number';
import type { Comparison } from './figures';

const readTotals = (period: { from: string; to: string }) =>
  unwrap(api.GET('/api/analytics/conversions', { params: { query: { period: 'custom', ...period } } }));

async function readConversions({ now, before }: Comparison) {
  const [{ conversions }, earlier] = await Promise.all([readTotals(now.period), readTotals(before.period)]);
  const previous = new Map(earlier.conversions.map(({ conversionId, completions }) => [conversionId, completions]));
  return conversions.map((row) => ({ ...row, previous: previous.get(row.conversionId) ?? 0 }));
}

/** Every conversion of the period by name, compared with the previous period. */
export function ConversionsByName({ comparison }: { comparison: Comparison }) {
  const query = useQuery({
    queryKey: ['conversion-totals', comparison.now.period],
    queryFn: () => readConversions(comparison),
    placeholderData: keepPreviousData,
  });
  return (
    <Read query={query} loading={<Skeleton height={200} />}>
      {(rows) => (rows.length === 0 ? <NoConversions /> : <Totals rows={rows} />)}
    </Read>
  );
}

const NoConversions = () => (
  <EmptyState
    title="No conversions yet."
    action={
      <Link className="button" to="/conversions" search={{ new: '1' }}>
        New conversion
      </Link>
    }
  >
    A conversion counts an event that matters, such as a purchase or a sign-up.
  </EmptyState>
);

type Row = Awaited<ReturnType<typeof readConversions>>[number];

const Totals = ({ rows }: { rows: readonly Row[] }) => (
  <DataTable caption="Conversions by name" rows={rows} rowKey={({ conversionId }) => conversionId} columns={columns} />
);

const columns: readonly Column<Row>[] = [
  {
    title: 'Conversion',
    cell: ({ conversionId, name, isPrimary }) => (
      <>
        <Link to={`/conversions/${conversionId}`}>{name}</Link> {isPrimary && <span className="tag">Primary</span>}
      </>
    ),
  },
  { title: 'Completions', numeric: true, cell: ({ completions }) => formatCount(completions) },
  {
    title: 'Change',
    numeric: true,
    cell: ({ completions, previous }) => <Change now={completions} before={previous} />,
  },
  {
    title: 'By day',
    wide: true,
    cell: ({ days, completions }) => (
      <Sparkline
        label={`By day: ${countOf(completions, 'completion', 'completions')} in ${countOf(days.length, 'day', 'days')}`}
        values={days}
      />
    ),
  },
  {
    title: 'Revenue',
    numeric: true,
    cell: ({ revenue, currency, otherCurrencies }) => (
      <>
        {revenue === null || currency === null ? '–' : formatAmount(revenue, currency)}
        {otherCurrencies.map((other) => (
          <span key={other.currency} className="block quiet small">
            {formatAmount(other.revenue, other.currency)}
          </span>
        ))}
      </>
    ),
  },
];

function Change({ now, before }: { now: number; before: number }) {
  const change = changeSince(now, before);
  return change === null ? <span className="quiet">–</span> : formatChange(change);
}
