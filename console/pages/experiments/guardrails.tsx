import type { Schemas } from '../../api/client';
import { Section } from '../../components/facts';
import { DataTable } from '../../components/table';
import { formatNumber, formatP, formatShare } from '../../format/number';
import { orDash } from './comparison';

interface Props {
  results: Schemas['ExperimentResults'];
  nameOf: (variantId: string) => string;
  titleOf: (metric: string | null) => string;
}

/** Shows the guardrail metrics: whether a variant harms them, and whether non-inferiority is shown. */
export function Guardrails({ results: { guardrails, metrics }, nameOf, titleOf }: Props) {
  if (guardrails.length === 0) return null;
  const rows = guardrails.flatMap(({ metric, margin, variants }, index) => {
    const measure = metrics.filter(({ role }) => role === 'guardrail')[index]?.measure ?? 'conversion';
    return variants.map((variant) => ({ metric, margin, measure, ...variant }));
  });
  return (
    <Section title="Guardrails" note="One-sided test: a small p-value means the variant is worse">
      <DataTable
        caption="Guardrails"
        rows={rows}
        rowKey={({ metric, measure, variantId }) => `${metric} ${measure} ${variantId}`}
        columns={[
          { title: 'Metric', cell: ({ metric }) => <span className="break">{titleOf(metric)}</span> },
          { title: 'Variant', cell: ({ variantId }) => nameOf(variantId) },
          {
            title: 'Value',
            numeric: true,
            cell: ({ rate, measure }) => orDash(rate, measure === 'conversion' ? formatShare : formatNumber),
          },
          { title: 'p-value', numeric: true, cell: ({ pValue }) => orDash(pValue, formatP) },
          { title: 'Harmed', cell: ({ harmed }) => (harmed ? <span className="status bad">Harmed</span> : 'No') },
          {
            title: 'Margin',
            cell: ({ margin, nonInferior }) => {
              if (margin === undefined) return <span className="quiet">None</span>;
              if (nonInferior === null || nonInferior === undefined) return formatShare(margin);
              return nonInferior ? (
                <span className="status good">Within {formatShare(margin)}</span>
              ) : (
                <span className="status warn">{formatShare(margin)}, not proven yet</span>
              );
            },
          },
        ]}
      />
    </Section>
  );
}
