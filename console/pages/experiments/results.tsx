import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Section } from '../../components/facts';
import { scaleOf } from '../../components/interval-bar';
import { DataTable, type Column } from '../../components/table';
import { formatConfidence, formatCount, formatInterval, formatNumber, formatShare } from '../../format/number';
import { formatInstant } from '../../format/time';
import { Lift, orDash, PValues } from './comparison';
import { DailyChart } from './daily-chart';
import './experiments.css';
import { Guardrails } from './guardrails';
import { MetricTable } from './metric-table';
import { Segments } from './segments';
import { Progress, Soundness } from './soundness';
import { Verdict } from './verdict';

type ExperimentResults = Schemas['ExperimentResults'];
type Variant = ExperimentResults['variants'][number];

interface Props {
  results: ExperimentResults;
  computed: ReactNode;
  conversions: readonly { id: string; name: string }[];
}

/** Everything that an experiment has shown: each figure with its period and its uncertainty. */
export function Results({ results, computed, conversions }: Props) {
  const { variants, metrics, experimentId, startedAt, backlog } = results;
  const nameOf = (id: string): string => variants.find(({ variantId }) => variantId === id)?.name ?? id;
  const titleOf = (metric: string | null): string =>
    metric === null ? 'the primary conversion' : (conversions.find(({ id }) => id === metric)?.name ?? metric);
  const secondary = metrics.filter(({ role }) => role === 'secondary');
  const note = (
    <>
      {periodOf(results)}, {computed}
    </>
  );
  return (
    <>
      <Section title="Recommendation" note={computed}>
        <div className="stack">
          {backlog !== null && (
            <p className="notice warn" role="status">
              {formatCount(backlog.visits)} visits or more since {formatInstant(backlog.since)} are still being counted.
              The figures are without them, and no verdict is reached meanwhile. This page reads them again by itself.
            </p>
          )}
          <Verdict results={results} />
        </div>
      </Section>
      <Section title="Variants" note={note}>
        <Variants results={results} />
      </Section>
      <Revenue results={results} note={note} />
      {secondary.length > 0 && (
        <Section title="Secondary metrics" note={note}>
          <MetricTable caption="Secondary metrics" metrics={secondary} nameOf={nameOf} titleOf={titleOf} />
        </Section>
      )}
      <Guardrails results={results} nameOf={nameOf} titleOf={titleOf} />
      <div className="two-columns">
        <Section title="Progress" note={computed}>
          <Progress results={results} />
        </Section>
        <Section title="Are the figures sound?">
          <Soundness results={results} />
        </Section>
      </div>
      <Section title="Rates from the beginning to each day" note="days of the workspace’s timezone; no intervals">
        <DailyChart results={results} />
      </Section>
      {startedAt !== null && <Segments id={experimentId} nameOf={nameOf} titleOf={titleOf} />}
    </>
  );
}

function periodOf({ startedAt, endedAt }: ExperimentResults): string {
  if (startedAt === null) return 'not started';
  return `since ${formatInstant(startedAt)}${endedAt === null ? '' : ` to ${formatInstant(endedAt)}`}`;
}

const share = (value: number | null | undefined): string => orDash(value, formatShare);

/** Engines that decide by probabilities. */
const isBayesian = ({ engine }: ExperimentResults): boolean => engine === 'bayesian' || engine === 'thompson';

function Variants({ results }: { results: ExperimentResults }) {
  const { variants, alpha, metrics } = results;
  const scale = scaleOf(variants.map(({ liftInterval95 }) => liftInterval95));
  const primary = metrics.find(({ role }) => role === 'primary');
  const isMean = primary !== undefined && primary.measure !== 'conversion';
  const columns: readonly Column<Variant>[] = [
    { title: 'Variant', cell: ({ name, variantId }) => <strong>{name ?? variantId}</strong> },
    { title: 'Visitors', numeric: true, cell: ({ exposures }) => formatCount(exposures) },
    { title: 'Conversions', numeric: true, cell: ({ conversions }) => formatCount(conversions) },
    {
      title: 'Rate, 95 % interval',
      cell: ({ rate, credibleInterval95 }) => (
        <>
          {share(rate)}
          <span className="quiet small block">{formatInterval(credibleInterval95, formatShare)}</span>
        </>
      ),
    },
    ...(isMean ? [meanColumn(primary)] : []),
    { title: 'Lift, interval', cell: (variant) => <Lift of={variant} scale={scale} /> },
    { title: 'p', numeric: true, wide: true, cell: (variant) => <PValues of={variant} /> },
    {
      title: 'Best',
      numeric: true,
      wide: true,
      cell: ({ probabilityBest }) => orDash(probabilityBest, formatConfidence),
    },
    ...(isBayesian(results) ? [lossColumn] : []),
  ];
  const reduction = variants.find(({ cuped }) => cuped !== undefined)?.cuped?.varianceReduction;
  return (
    <>
      <DataTable caption="Variants" rows={variants} rowKey={({ variantId }) => variantId} columns={columns} />
      <p className="quiet small list-foot">
        The first is the control. Intervals of lifts have the confidence {formatShare(1 - alpha)}; a difference counts
        below a corrected p of {formatNumber(alpha)}.
        {reduction !== undefined &&
          ` What visitors did before takes away ${formatShare(reduction)} of the variance (CUPED).`}
      </p>
    </>
  );
}

const meanColumn = (primary: Schemas['MetricResult']): Column<Variant> => ({
  title: primary.measure === 'ratio' ? 'Ratio' : 'Mean',
  numeric: true,
  cell: ({ variantId }) =>
    orDash(primary.variants.find((variant) => variant.variantId === variantId)?.value, formatNumber),
});

const lossColumn: Column<Variant> = {
  title: 'Expected loss',
  numeric: true,
  wide: true,
  cell: ({ expectedLoss }) => orDash(expectedLoss, formatNumber),
};

/** Of those who brought any. */
function Revenue({ results: { variants, currency }, note }: { results: ExperimentResults; note: ReactNode }) {
  const rows = variants.flatMap(({ name, revenue }) => (revenue === undefined ? [] : [{ name, ...revenue }]));
  if (rows.length === 0) return null;
  const scale = scaleOf(rows.map(({ liftInterval95 }) => liftInterval95));
  return (
    <Section title="Revenue" note={note}>
      <DataTable
        caption="Revenue"
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { title: 'Variant', cell: ({ name }) => <strong>{name}</strong> },
          {
            title: 'A visitor',
            numeric: true,
            cell: ({ perVisitor }) => `${formatNumber(perVisitor)} ${currency ?? ''}`.trim(),
          },
          { title: 'Lift, interval', cell: (row) => <Lift of={row} scale={scale} /> },
          { title: 'p', numeric: true, wide: true, cell: (row) => <PValues of={row} /> },
        ]}
      />
    </Section>
  );
}
