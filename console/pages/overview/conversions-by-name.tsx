import { Link } from '@tanstack/react-router';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import { Change } from '../../components/change';
import { Sparkline } from '../../components/chart/sparkline';
import { Read } from '../../components/read';
import { Skeleton } from '../../components/skeleton';
import { EmptyState } from '../../components/states';
import { DataTable, type Column } from '../../components/table';
import { countOf, formatAmount, formatCount } from '../../format/number';
import type { Comparison } from './figures';

async function readFigures({ now: { period } }: Comparison) {
  const query = { period: 'custom' as const, ...period };
  const rows = await unwrap(api.GET('/api/conversion-goals/figures', { params: { query } }));
  return rows.sort((one, other) => other.completions - one.completions);
}

/** Every conversion of the period by name, compared with the previous period. */
export function ConversionsByName({ comparison }: { comparison: Comparison }) {
  const query = useQuery({
    queryKey: ['conversion-figures', comparison.now.period],
    queryFn: () => readFigures(comparison),
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

type Row = Awaited<ReturnType<typeof readFigures>>[number];

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
    cell: ({ completions, previousCompletions }) => <Change now={completions} before={previousCompletions} />,
  },
  {
    title: 'By day',
    wide: true,
    cell: ({ days, completions }) => (
      <Sparkline
        label={`By day: ${countOf(completions, 'completion', 'completions')} in ${countOf(days.length, 'day', 'days')}`}
        values={days.map((day) => day.completions)}
      />
    ),
  },
  {
    title: 'Revenue',
    numeric: true,
    cell: ({ revenue }) =>
      revenue.length === 0
        ? '–'
        : revenue.map(({ currency, amount }) => (
            <span key={currency} className="block">
              {formatAmount(amount, currency)}
            </span>
          )),
  },
];
