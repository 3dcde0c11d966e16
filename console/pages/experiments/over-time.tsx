import { useMemo } from 'react';
import type { Schemas } from '../../api/client';
import type { Series } from '../../components/chart/series';
import { TimeChart } from '../../components/chart/time-chart';
import { Section } from '../../components/facts';
import { FilterChoice, useFilters } from '../../components/filters';
import { formatShare } from '../../format/number';
import { formatValue } from '../../format/verdict';
import { formatEffect, type EffectKind } from './effect';
import type { ResultsView } from './metric-table';
import { milestoneMarks } from './milestone-marks';

type Results = Schemas['ExperimentResults'];
type Day = Schemas['ExperimentSeries']['cumulative'][number];
type OnDay = Day['variants'][number];
type Interval = readonly [number, number] | null;

const figures = ['value', 'effect', 'visitors'] as const;
const figureTitles: Record<string, string> = {
  value: 'Rate or mean',
  effect: 'Effect',
  visitors: 'Visitors per day',
};

/** Shows the primary metric over time with its intervals, with its milestones. */
export function OverTime({ results, view }: { results: Results; view: ResultsView }) {
  const chosen = useFilters().values['figure'];
  const figure = figures.find((one) => one === chosen) ?? 'value';
  const { series, engine, variants } = results;
  const hasCuped = variants.some(({ cuped }) => cuped !== undefined);
  if (series === undefined || series.cumulative.length === 0) return null;
  return (
    <Section title="Over time" note="Cumulative, by day in the workspace’s timezone">
      <div className="filters">
        <FilterChoice
          label="Figure"
          name="figure"
          options={figures}
          initial="value"
          format={(one) => figureTitles[one] ?? one}
        />
      </div>
      <div className="card stack">
        {figure === 'value' && <ValueChart results={results} view={view} />}
        {figure === 'effect' && <EffectChart results={results} view={view} />}
        {figure === 'visitors' && <VisitorsChart results={results} />}
        {figure !== 'visitors' && (
          <p className="quiet small">
            {bandNotes[engine]} {hasCuped && 'The chart is without CUPED.'}
          </p>
        )}
      </div>
    </Section>
  );
}

const sequentialNote = 'The bands are valid at all times together, so you can check them every day.';
const bandNotes: Record<Results['engine'], string> = {
  frequentist: 'The bands are valid for one look. Decide at the planned size.',
  sequential: sequentialNote,
  bayesian: 'The bands of values are credible intervals. Those of effects are valid at all times together.',
  thompson: sequentialNote,
};

interface ChartProps {
  results: Results;
  view: ResultsView;
}

function ValueChart({ results, view }: ChartProps) {
  const { days, lines } = useMemo(() => linesOf(results, ({ value }) => value, intervalOfValue), [results]);
  const measure = results.metrics[0]?.measure;
  const ends = endsOf(lines);
  return (
    <TimeChart
      title={measure === 'conversion' ? 'Cumulative conversion rate' : 'Cumulative value per visitor'}
      days={days}
      series={lines}
      format={(value) => formatValue(value, measure, view.currency)}
      marks={milestoneMarks(results, days, view.nameOf)}
      timezone={results.series?.timezone ?? 'UTC'}
      ends={ends}
      lines={targetLine(results)}
      height={280}
    />
  );
}

/** The rate that the minimum effect would give. */
function targetLine({ power: { baselineRate, mde }, variants, metrics }: Results) {
  const hasOneTreatment = variants.length === 2 && metrics[0]?.measure === 'conversion';
  return hasOneTreatment && baselineRate > 0 ? [{ value: baselineRate * (1 + mde), label: 'Minimum effect' }] : [];
}

function EffectChart({ results, view }: ChartProps) {
  const { kind } = view;
  const { days, lines } = useMemo(() => effectLines(results, kind), [results, kind]);
  const ends = endsOf(lines);
  return (
    <TimeChart
      title={kind === 'relative' ? 'Cumulative lift' : 'Cumulative difference'}
      days={days}
      series={lines}
      format={formatEffect(kind, results.metrics[0]?.measure ?? 'conversion', view.currency)}
      marks={milestoneMarks(results, days, view.nameOf)}
      timezone={results.series?.timezone ?? 'UTC'}
      lines={[{ value: 0, label: 'Decision line: no difference' }]}
      ends={ends}
      height={280}
    />
  );
}

const intervalOfValue = ({ valueInterval }: OnDay): Interval => valueInterval;

const effectLines = (results: Results, kind: EffectKind) => {
  const isRelative = kind === 'relative';
  const { days, lines } = linesOf(
    results,
    ({ lift, difference }) => (isRelative ? lift : difference),
    ({ liftInterval, differenceInterval }) => (isRelative ? liftInterval : differenceInterval),
  );
  return { days, lines: lines.filter(({ id }) => id !== results.baselineVariantId) };
};

function linesOf(
  { series, variants }: Results,
  pointOf: (of: OnDay) => number | null,
  intervalOf: (of: OnDay) => Interval,
): { days: string[]; lines: (Series & { band: Interval[] })[] } {
  const cumulative = series?.cumulative ?? [];
  const of = (day: Day, id: string): OnDay | undefined => day.variants.find(({ variantId }) => variantId === id);
  return {
    days: cumulative.map(({ date }) => date),
    lines: variants.map(({ variantId: id, name }) => ({
      id,
      name,
      values: cumulative.map((day) => mapped(of(day, id), pointOf)),
      band: cumulative.map((day) => mapped(of(day, id), intervalOf)),
    })),
  };
}

const mapped = <Value,>(of: OnDay | undefined, read: (of: OnDay) => Value | null): Value | null =>
  of === undefined ? null : read(of);

/** The first days have few visitors and wide intervals: the axis fits the second half of the days. */
function endsOf(lines: readonly { values: readonly (number | null)[]; band: readonly Interval[] }[]) {
  const newest = lines.flatMap(({ values, band }) => {
    const from = Math.floor(values.length / 2);
    return [...band.slice(from).flatMap((interval) => interval ?? []), ...values.slice(from)];
  });
  const known = newest.filter((value): value is number => value !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const room = (high - low) * 0.1 || 1;
  return [low === 0 ? 0 : low - room, high === 0 ? 0 : high + room] as const;
}

function VisitorsChart({ results: { daily, variants } }: { results: Results }) {
  return (
    <TimeChart
      title="Visitors per day"
      days={daily.map(({ date }) => date)}
      series={variants.map(({ variantId, name }) => ({
        id: variantId,
        name,
        kind: 'bar' as const,
        values: daily.map((day) => day.variants.find((one) => one.variantId === variantId)?.exposures ?? 0),
      }))}
      stacked
      unit="visitors"
    />
  );
}

/** Shows how a bandit has divided new visitors among the variants. */
export function Allocation({ results, view }: ChartProps) {
  const { series, variants, daily, engine } = results;
  const days = useMemo(() => daily.map(({ date }) => date), [daily]);
  if (engine !== 'thompson' || series === undefined || days.length === 0) return null;
  const weightOn = (date: string, id: string): number | null =>
    series.allocations.findLast((one) => one.date <= date)?.weights[id] ?? null;
  return (
    <Section title="Allocation" note="Weights of new visitors at the end of each day">
      <div className="card">
        <TimeChart
          title="Allocation"
          days={days}
          series={variants.map(({ variantId, name }) => ({
            id: variantId,
            name,
            kind: 'area' as const,
            values: days.map((date) => weightOn(date, variantId)),
          }))}
          stacked
          format={formatShare}
          ends={[0, 1]}
          marks={milestoneMarks(results, days, view.nameOf)}
          timezone={results.series?.timezone ?? 'UTC'}
        />
      </div>
    </Section>
  );
}
