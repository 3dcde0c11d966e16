import type { Schemas } from '../../api/client';
import { scaleOf } from '../../components/interval-bar';
import { DataTable, type Column } from '../../components/table';
import { formatValue } from '../../format/verdict';
import { Lift, orDash, PValues } from './comparison';
import { effectOf, formatEffect, type EffectKind } from './effect';

type Metric = Schemas['MetricResult'];

/** A metric of a variant, in one row. */
export type MetricRow = Metric['variants'][number] & Pick<Metric, 'metric' | 'measure'> & { key: string };

/** What results are shown with, on every part of the page. */
export interface ResultsView {
  kind: EffectKind;
  currency: string | null;
  nameOf: (variantId: string) => string;
  titleOf: (metric: string | null) => string;
}

interface Props {
  metrics: readonly Metric[];
  caption: string;
  view: ResultsView;
  /** Columns between the value and the lift. */
  extra?: readonly Column<MetricRow>[];
}

const measures: Record<string, string> = {
  conversion: 'Conversion rate',
  count: 'Count per visitor',
  revenue: 'Revenue per visitor',
  ratio: 'Ratio',
};

/** Shows metrics by variant, compared with the baseline. */
export function MetricTable({ metrics, caption, view: { kind, currency, nameOf, titleOf }, extra = [] }: Props) {
  const rows = metrics.flatMap(({ metric, measure, role, variants }) =>
    variants.map((variant): MetricRow => ({
      ...variant,
      metric,
      measure,
      key: `${role} ${metric} ${measure} ${variant.variantId}`,
    })),
  );
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        {
          title: 'Metric',
          cell: ({ metric, measure }) => (
            <>
              <span className="break">{titleOf(metric)}</span>
              <span className="quiet small block" data-value={measure}>
                {measures[measure] ?? measure}
              </span>
            </>
          ),
        },
        { title: 'Variant', cell: ({ variantId }) => nameOf(variantId) },
        {
          title: 'Value',
          numeric: true,
          cell: ({ value, measure }) => orDash(value, (given) => formatValue(given, measure, currency)),
        },
        ...extra,
        {
          title: effectTitle(kind),
          cell: (row) => {
            // Absolute differences of metrics in other units have no common scale.
            const alike = kind === 'relative' ? rows : rows.filter(({ measure }) => measure === row.measure);
            const scale = scaleOf(alike.map((one) => effectOf(one, kind).interval));
            return <Lift of={row} kind={kind} format={formatEffect(kind, row.measure, currency)} scale={scale} />;
          },
        },
        { title: 'p-value', numeric: true, wide: true, cell: (row) => <PValues of={row} /> },
      ]}
    />
  );
}

export const effectTitle = (kind: EffectKind): string =>
  kind === 'relative' ? 'Lift (interval)' : 'Difference (interval)';
