import type { Schemas } from '../../api/client';
import { toCsv } from '../../components/chart/chart-data';

type Results = Schemas['ExperimentResults'];

const columns = [
  'metric',
  'role',
  'measure',
  'variant_id',
  'variant',
  'visitors',
  'conversions',
  'value',
  'lift',
  'lift_low',
  'lift_high',
  'difference',
  'difference_low',
  'difference_high',
  'p_value',
  'adjusted_p_value',
] as const;

/** Returns the results as CSV: a row for each metric and variant, with the API's numbers. */
export function resultsCsv({ metrics, variants }: Results, titleOf: (metric: string | null) => string): string {
  const rows = metrics.flatMap(({ metric, role, measure, variants: measured }) =>
    measured.map((row) => {
      const variant = variants.find(({ variantId }) => variantId === row.variantId);
      return {
        id: `${role} ${metric} ${measure} ${row.variantId}`,
        texts: [],
        values: [
          ...[titleOf(metric), role, measure, row.variantId, variant?.name ?? row.variantId],
          ...[variant?.exposures ?? null, role === 'primary' ? (variant?.conversions ?? null) : null, row.value],
          ...[row.lift, ...ends(row.liftInterval95), row.difference, ...ends(row.differenceInterval95)],
          ...[row.pValue, row.adjustedPValue],
        ],
      };
    }),
  );
  return toCsv({ columns: [], csvColumns: columns, rows });
}

const ends = (interval: readonly unknown[] | null): [number | null, number | null] =>
  interval === null ? [null, null] : [interval[0] as number, interval[1] as number];
