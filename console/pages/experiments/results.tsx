import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { downloadCsv } from '../../components/chart/chart-frame';
import { Section } from '../../components/facts';
import { useFilters } from '../../components/filters';
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
import { hasLaterData } from '../../format/verdict';
import { Lift, orDash, PValues } from './comparison';
import { effectOf, formatEffect } from './effect';
import { EffectSection } from './effect-section';
import './experiments.css';
import { Guardrails } from './guardrails';
import { effectTitle, MetricTable, type ResultsView } from './metric-table';
import { Allocation, OverTime } from './over-time';
import { resultsCsv } from './results-csv';
import { Progress, Soundness } from './soundness';
import { Verdict } from './verdict';

type ExperimentResults = Schemas['ExperimentResults'];
type Variant = ExperimentResults['variants'][number];

interface Props {
  name: string;
  results: ExperimentResults;
  computed: ReactNode;
  titleOf: (metric: string | null) => string;
  /** Shown after the verdict. */
  changes?: ReactNode;
  /** Shown after the figures over time. */
  segments?: (view: ResultsView) => ReactNode;
}

/** Shows the results of an experiment, each number with its period and uncertainty. */
export function Results({ name, results, computed, titleOf, changes, segments }: Props) {
  const { values } = useFilters();
  const { variants, metrics, currency } = results;
  const view: ResultsView = {
    kind: values['show'] === 'absolute' ? 'absolute' : 'relative',
    currency,
    nameOf: (id) => variants.find(({ variantId }) => variantId === id)?.name ?? id,
    titleOf,
  };
  const secondary = metrics.filter(({ role }) => role === 'secondary');
  const note = (
    <>
      {periodOf(results)}. {hasLaterData(results) && 'Includes data after the decision. '}
      {computed}
    </>
  );
  return (
    <>
      <Section
        title="Verdict"
        note={computed}
        act={
          <button type="button" className="button" onClick={() => downloadCsv(name, resultsCsv(results, titleOf))}>
            Export CSV
          </button>
        }
      >
        <div className="stack">
          <Backlog results={results} />
          <Verdict results={results} view={view} />
        </div>
      </Section>
      {changes}
      <EffectSection results={results} view={view} note={note} />
      <Section title="Variants" note={note}>
        <Variants results={results} view={view} />
      </Section>
      <OverTime results={results} view={view} />
      <Allocation results={results} view={view} />
      <Revenue results={results} note={note} view={view} />
      {secondary.length > 0 && (
        <Section title="Secondary metrics" note={note}>
          <MetricTable caption="Secondary metrics" metrics={secondary} view={view} />
        </Section>
      )}
      <Guardrails results={results} view={view} />
      {segments?.(view)}
      <ProgressAndQuality results={results} computed={computed} />
    </>
  );
}

/** Shows the progress towards the planned size, except for bandits, which do not wait for a size. */
function ProgressAndQuality({ results, computed }: Pick<Props, 'results' | 'computed'>) {
  const isSized = results.engine !== 'thompson';
  return (
    <div className={isSized ? 'two-columns' : undefined}>
      {isSized && (
        <Section title="Progress" note={computed}>
          <Progress results={results} />
        </Section>
      )}
      <Section title="Data quality">
        <Soundness results={results} />
      </Section>
    </div>
  );
}

function Backlog({ results: { backlog } }: { results: ExperimentResults }) {
  if (backlog === null) return null;
  return (
    <p className="notice warn" role="status">
      At least {formatCount(backlog.visits)} visits since {formatInstant(backlog.since)} are not counted yet. The
      results exclude them, and no decision is made until they are counted. This page updates automatically.
    </p>
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

interface PartProps {
  results: ExperimentResults;
  view: ResultsView;
}

function Variants({ results, view: { kind, currency, nameOf } }: PartProps) {
  const { variants, alpha, metrics, baselineVariantId } = results;
  const scale = scaleOf(variants.map((variant) => effectOf(variant, kind).interval));
  const primary = metrics.find(({ role }) => role === 'primary');
  const isMean = primary !== undefined && primary.measure !== 'conversion';
  const format = formatEffect(kind, primary?.measure ?? 'conversion', currency);
  const columns: readonly Column<Variant>[] = [
    { title: 'Variant', cell: ({ name, variantId }) => <strong>{name ?? variantId}</strong> },
    { title: 'Visitors', numeric: true, cell: ({ exposures }) => formatCount(exposures) },
    { title: 'Conversions', numeric: true, cell: ({ conversions }) => formatCount(conversions) },
    {
      title: 'Rate (95% interval)',
      cell: ({ exposures, rate, credibleInterval95 }) =>
        exposures === 0 ? (
          '–'
        ) : (
          <>
            {share(rate)}
            <span className="quiet small block">{formatInterval(credibleInterval95, formatShare)}</span>
          </>
        ),
    },
    ...(isMean ? [meanColumn(primary)] : []),
    {
      title: effectTitle(kind),
      cell: (variant) => <Lift of={variant} kind={kind} format={format} scale={scale} />,
    },
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
        Compared with {nameOf(baselineVariantId)}. Intervals are {formatShare(1 - alpha)} confidence intervals. A
        difference is significant if its adjusted p-value is below {formatNumber(alpha)}.
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
function Revenue({ results: { variants, currency }, view: { kind }, note }: PartProps & { note: ReactNode }) {
  const rows = variants.flatMap(({ name, revenue }) => (revenue === undefined ? [] : [{ name, ...revenue }]));
  if (rows.length === 0) return null;
  const scale = scaleOf(rows.map((row) => effectOf(row, kind).interval));
  const format = formatEffect(kind, 'revenue', currency);
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
          { title: effectTitle(kind), cell: (row) => <Lift of={row} kind={kind} format={format} scale={scale} /> },
          { title: 'p-value', numeric: true, wide: true, cell: (row) => <PValues of={row} /> },
        ]}
      />
    </Section>
  );
}
