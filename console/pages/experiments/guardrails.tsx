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

/** What must not be harmed, with the margins that have to be proved. */
export function Guardrails({ results: { guardrails, metrics }, nameOf, titleOf }: Props) {
  if (guardrails.length === 0) return null;
  const rows = guardrails.flatMap(({ metric, margin, variants }, index) => {
    const measure = metrics.filter(({ role }) => role === 'guardrail')[index]?.measure ?? 'conversion';
    return variants.map((variant) => ({ metric, margin, measure, ...variant }));
  });
  return (
    <Section title="Guardrails" note="p is one-sided: small when the variant is worse">
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
          { title: 'p', numeric: true, cell: ({ pValue }) => orDash(pValue, formatP) },
          { title: 'Harmed', cell: ({ harmed }) => (harmed ? <span className="status bad">harmed</span> : 'no') },
          {
            title: 'Margin',
            cell: ({ margin, nonInferior }) => {
              if (margin === undefined) return <span className="quiet">none</span>;
              if (nonInferior === null || nonInferior === undefined) return formatShare(margin);
              return nonInferior ? (
                <span className="status good">no worse by {formatShare(margin)}</span>
              ) : (
                <span className="status warn">{formatShare(margin)}, not proved yet</span>
              );
            },
          },
        ]}
      />
    </Section>
  );
}
