import type { Schemas } from '../../api/client';
import { scaleOf } from '../../components/interval-bar';
import { DataTable } from '../../components/table';
import { formatNumber, formatShare } from '../../format/number';
import { Lift, orDash, PValues } from './comparison';

type Metric = Schemas['MetricResult'];

interface Props {
  metrics: readonly Metric[];
  caption: string;
  nameOf: (variantId: string) => string;
  titleOf: (metric: string | null) => string;
}

const measures: Record<string, string> = {
  conversion: 'Conversion rate',
  count: 'Count per visitor',
  revenue: 'Revenue per visitor',
  ratio: 'Ratio',
};

/** Shows metrics by variant, compared with the control. */
export function MetricTable({ metrics, caption, nameOf, titleOf }: Props) {
  const rows = metrics.flatMap(({ metric, measure, role, variants }) =>
    variants.map((variant) => ({
      ...variant,
      metric,
      measure,
      key: `${role} ${metric} ${measure} ${variant.variantId}`,
    })),
  );
  const scale = scaleOf(rows.map(({ liftInterval95 }) => liftInterval95));
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
          cell: ({ value, measure }) => orDash(value, measure === 'conversion' ? formatShare : formatNumber),
        },
        { title: 'Lift (interval)', cell: (row) => <Lift of={row} scale={scale} /> },
        { title: 'p-value', numeric: true, wide: true, cell: (row) => <PValues of={row} /> },
      ]}
    />
  );
}
