import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Section } from '../../components/facts';
import { scaleOf } from '../../components/interval-bar';
import { DataTable, type Column } from '../../components/table';
import {
  formatAmount,
  formatConfidence,
  formatCount,
  formatInterval,
  formatNumber,
  formatShare,
} from '../../format/number';
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

/** Shows the results of an experiment, each number with its period and uncertainty. */
export function Results({ results, computed, conversions }: Props) {
  const { variants, metrics, experimentId, startedAt, backlog } = results;
  const nameOf = (id: string): string => variants.find(({ variantId }) => variantId === id)?.name ?? id;
  const titleOf = (metric: string | null): string =>
    metric === null ? 'Primary conversion' : (conversions.find(({ id }) => id === metric)?.name ?? metric);
  const secondary = metrics.filter(({ role }) => role === 'secondary');
  const note = (
    <>
      {periodOf(results)}. {computed}
    </>
  );
  return (
    <>
      <Section title="Recommendation" note={computed}>
        <div className="stack">
          {backlog !== null && (
            <p className="notice warn" role="status">
              At least {formatCount(backlog.visits)} visits since {formatInstant(backlog.since)} are not counted yet.
              The results exclude them, and no decision is made until they are counted. This page updates automatically.
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
        <Section title="Data quality">
          <Soundness results={results} />
        </Section>
      </div>
      <Section title="Cumulative conversion rate" note="Days in the workspace’s timezone">
        <DailyChart results={results} />
      </Section>
      {startedAt !== null && <Segments id={experimentId} nameOf={nameOf} titleOf={titleOf} />}
    </>
  );
}

function periodOf({ startedAt, endedAt }: ExperimentResults): string {
  if (startedAt === null) return 'Not started';
  return endedAt === null
    ? `Since ${formatInstant(startedAt)}`
    : `${formatInstant(startedAt)} to ${formatInstant(endedAt)}`;
}

const share = (value: number | null | undefined): string => orDash(value, formatShare);

/** Whether the engine decides by probabilities. */
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
      title: 'Rate (95% interval)',
      cell: ({ rate, credibleInterval95 }) => (
        <>
          {share(rate)}
          <span className="quiet small block">{formatInterval(credibleInterval95, formatShare)}</span>
        </>
      ),
    },
    ...(isMean ? [meanColumn(primary)] : []),
    { title: 'Lift (interval)', cell: (variant) => <Lift of={variant} scale={scale} /> },
    { title: 'p-value', numeric: true, wide: true, cell: (variant) => <PValues of={variant} /> },
    {
      title: 'Probability best',
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
        The first variant is the control. Lift intervals are {formatShare(1 - alpha)} confidence intervals. A difference
        is significant if its adjusted p-value is below {formatNumber(alpha)}.
        {reduction !== undefined && ` CUPED reduces the variance by ${formatShare(reduction)}.`}
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

/** Shows revenue per visitor, if any variant has revenue. */
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
            title: 'Per visitor',
            numeric: true,
            cell: ({ perVisitor }) =>
              currency === null ? formatNumber(perVisitor) : formatAmount(perVisitor, currency),
          },
          { title: 'Lift (interval)', cell: (row) => <Lift of={row} scale={scale} /> },
          { title: 'p-value', numeric: true, wide: true, cell: (row) => <PValues of={row} /> },
        ]}
      />
    </Section>
  );
}
