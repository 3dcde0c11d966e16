import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Change } from '../../components/change';
import { TimeChart } from '../../components/chart/time-chart';
import type { Mark } from '../../components/chart/chart-data';
import { useFilters } from '../../components/filters';
import { Read } from '../../components/read';
import { Skeleton } from '../../components/skeleton';
import { formatAmount, formatMoney } from '../../format/number';
import { useChanges } from './changes';
import { useWorkspace } from './use-workspace';
import { figures, formatOf, readSeries, type Comparison, type Figure, type FigureSeries } from './figures';

/** The figures of the period. The chosen one is shown by day. */
export function FigureChart({ comparison }: { comparison: Comparison }) {
  const { values, set } = useFilters();
  const chosen = figures.find(({ id }) => id === values['figure']) ?? figures[0];
  return (
    <>
      <div className="grid figures" role="group" aria-label="Figure in the chart">
        {figures.map((figure) => (
          <button
            key={figure.id}
            type="button"
            className="card figure-tile"
            aria-pressed={figure.id === chosen.id}
            onClick={() => set('figure', figure.id === figures[0].id ? '' : figure.id)}
          >
            <Tile figure={figure} comparison={comparison} />
          </button>
        ))}
      </div>
      <div className="card figure-chart">
        <Chart figure={chosen} comparison={comparison} />
      </div>
    </>
  );
}

function Tile({ figure, comparison: { now, before } }: { figure: Figure; comparison: Comparison }) {
  const [value, previous] = [figure.of(now), figure.of(before)];
  const format = formatOf(figure, now.currency);
  return (
    <>
      <span className="figure-name block">{figure.name}</span>
      <span className="figure-value block">{format(value)}</span>
      <span className="figure-note block">
        <Change now={value} before={previous} />
        {previous === 0 ? 'None in the previous period' : `from ${format(previous)}`}
      </span>
      {figure.id === 'revenue' && now.otherCurrencies.length > 0 && (
        <span className="figure-note block">
          Not converted:{' '}
          {now.otherCurrencies.map(({ currency, revenue }) => formatAmount(revenue, currency)).join(', ')}
        </span>
      )}
    </>
  );
}

/** The height of a loaded chart with legend and table. */
const chartHeight = 292;

function Chart({ figure, comparison }: { figure: Figure; comparison: Comparison }) {
  const { period, currency } = comparison.now;
  const query = useQuery({
    queryKey: ['series', figure.id, period, currency],
    queryFn: async () => ({ figure, ...(await readSeries(figure, comparison)) }),
    placeholderData: keepPreviousData,
  });
  return (
    <div aria-busy={query.isPlaceholderData} className="list-rows">
      <Read query={query} loading={<Skeleton height={chartHeight} />}>
        {(series) => <Series series={series} currency={currency} />}
      </Read>
    </div>
  );
}

function Series({ series, currency }: { series: FigureSeries & { figure: Figure }; currency: string }) {
  const { figure, days, values, previous } = series;
  const marks = useMarks();
  const { data: workspace } = useWorkspace();
  const drawn = useMemo(
    () => [
      { id: 'now', name: figure.name, kind: 'area' as const, values },
      { id: 'before', name: 'Previous period', values: previous, isComparison: true },
    ],
    [figure, values, previous],
  );
  const isMoney = figure.id === 'revenue';
  return (
    <TimeChart
      title={isMoney ? `Revenue in ${currency}` : figure.name}
      days={days}
      series={drawn}
      format={isMoney ? formatMoney : formatOf(figure, currency)}
      marks={marks}
      {...(isMoney ? { unit: currency } : {})}
      {...(workspace === undefined ? {} : { timezone: workspace.timezone })}
    />
  );
}

/** Changes that visitors notice. */
const marked: Record<string, string> = {
  'journey.published': 'published',
  'experiment.started': 'started',
  'experiment.promoted': 'promoted',
};

const maxMarks = 6;

function useMarks(): readonly Mark[] {
  const { data: changes } = useChanges();
  return useMemo(
    () =>
      (changes ?? [])
        .filter(({ action }) => action in marked)
        .slice(0, maxMarks)
        .map(({ timestamp, action, subjectName }) => ({
          at: timestamp,
          label: `${subjectName ?? 'Deleted'} ${marked[action]}`,
        })),
    [changes],
  );
}
