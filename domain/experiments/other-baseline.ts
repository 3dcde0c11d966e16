import { metricResults, type AdjustedComparison, type MetricResult, type MetricSums } from './metric-results';
import type { TestSettings } from './comparison';
import type { VariantCounts, VariantResult } from './results';
import { revenueComparisons } from './variant-findings';

interface Compared {
  variants: readonly VariantResult[];
  metrics: readonly MetricResult[];
}

/**
 * Returns results with every comparison made with another variant than the control. Rates, beliefs, guardrails and the
 * verdict stay: they are about the control.
 * @param baselineId the variant to compare with
 * @param counted what the results were computed from
 */
export function withBaseline<Results extends Compared>(
  results: Results,
  baselineId: string,
  counted: TestSettings & { metrics: readonly MetricSums[]; variants: readonly VariantCounts[] },
): Results {
  const baselineFirst = <One extends { variantId: string }>(variants: readonly One[]): One[] => [
    ...variants.filter(({ variantId }) => variantId === baselineId),
    ...variants.filter(({ variantId }) => variantId !== baselineId),
  ];
  const order = results.variants.map(({ variantId }) => variantId);
  const metrics = metricResults(
    counted.metrics.map((metric) => ({ ...metric, variants: baselineFirst(metric.variants) })),
    counted,
  ).map((metric) => ({ ...metric, variants: inOrder(order, metric.variants) }));
  const reordered = baselineFirst(counted.variants);
  const revenue = revenueComparisons(reordered, counted);
  const primary = metrics[0]?.variants ?? [];
  return {
    ...results,
    metrics,
    variants: results.variants.map((variant) => {
      const compared = primary.find(({ variantId }) => variantId === variant.variantId);
      const money = revenue?.[reordered.findIndex(({ variantId }) => variantId === variant.variantId)];
      return {
        ...withoutComparison(variant),
        ...(compared && comparisonIn(compared)),
        ...(money && { revenue: money }),
      };
    }),
  };
}

const inOrder = <One extends { variantId: string }>(order: readonly string[], variants: readonly One[]): One[] =>
  [...variants].sort((one, other) => order.indexOf(one.variantId) - order.indexOf(other.variantId));

/** The adjustment of the comparison with the control does not belong to another one. */
function withoutComparison({ cuped: _, unadjusted: __, ...variant }: VariantResult): VariantResult {
  return variant;
}

function comparisonIn({
  value: _,
  ...comparison
}: MetricResult['variants'][number]): AdjustedComparison & { variantId: string } {
  return comparison;
}
