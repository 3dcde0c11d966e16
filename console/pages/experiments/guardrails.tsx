import type { Schemas } from '../../api/client';
import { Section } from '../../components/facts';
import { formatP, formatShare } from '../../format/number';
import { orDash } from './comparison';
import { MetricTable, type MetricRow, type ResultsView } from './metric-table';

type Results = Schemas['ExperimentResults'];
type Guarded = Results['guardrails'][number];

/** Shows the guardrail metrics: whether a variant harms them, and whether non-inferiority is shown. */
export function Guardrails({ results: { guardrails, metrics }, view }: { results: Results; view: ResultsView }) {
  if (guardrails.length === 0) return null;
  const measured = metrics.filter(({ role }) => role === 'guardrail');
  // Guardrails are in the order of their metrics. Two can have the same metric with different measures.
  const foundIn = ({ metric, measure, variantId }: MetricRow) => {
    const index = measured.findIndex((one) => one.metric === metric && one.measure === measure);
    const guardrail = guardrails[index];
    return { guardrail, variant: guardrail?.variants.find((one) => one.variantId === variantId) };
  };
  return (
    <Section title="Guardrails" note="One-sided test: a small p-value of harm means the variant is worse">
      <MetricTable
        caption="Guardrails"
        metrics={measured}
        view={view}
        extra={[
          {
            title: 'Harmed',
            cell: (row) => {
              const { variant } = foundIn(row);
              if (variant?.harmed === true) return <span className="status bad">Harmed</span>;
              return (
                <>
                  No
                  {variant?.pValue !== null && (
                    <span className="quiet small block">p of harm: {orDash(variant?.pValue, formatP)}</span>
                  )}
                </>
              );
            },
          },
          { title: 'Margin', cell: (row) => <Margin {...foundIn(row)} /> },
        ]}
      />
    </Section>
  );
}

interface MarginProps {
  guardrail: Guarded | undefined;
  variant: Guarded['variants'][number] | undefined;
}

function Margin({ guardrail, variant }: MarginProps) {
  const margin = guardrail?.margin;
  const nonInferior = variant?.nonInferior;
  if (margin === undefined) return <span className="quiet">None</span>;
  if (nonInferior === null || nonInferior === undefined) return formatShare(margin);
  return nonInferior ? (
    <span className="status good">Within {formatShare(margin)}</span>
  ) : (
    <span className="status warn">{formatShare(margin)}, not proven yet</span>
  );
}
