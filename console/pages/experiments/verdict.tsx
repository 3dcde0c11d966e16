import type { Schemas } from '../../api/client';
import { Status } from '../../components/status';
import { DataTable } from '../../components/table';
import { formatConfidence, formatCount } from '../../format/number';
import { describeRecommendation } from '../../format/recommendation';
import { formatInstant } from '../../format/time';

type ExperimentResults = Schemas['ExperimentResults'];

const difference = 'Confidence that the best variant differs from the control (1 − adjusted p-value)';
const best = 'Probability that the leading variant is the best one';

const meaningOfConfidence: Record<ExperimentResults['engine'], string> = {
  frequentist: difference,
  sequential: difference,
  bayesian: best,
  thompson: best,
};

/** Shows the recommendation, its confidence, and the final decision if there is one. */
export function Verdict({ results }: { results: ExperimentResults }) {
  const { recommendation, confidence, decision, isEstimateBiased } = results;
  const { tone, meaning } = describeRecommendation(recommendation);
  return (
    <div className={`notice ${tone} stack`}>
      <p>
        <strong>{meaning}</strong> <Status of={recommendation} />
      </p>
      {results.variants.some(({ exposures }) => exposures > 0) && (
        <p className="figure-note">
          {meaningOfConfidence[results.engine]}: {formatConfidence(confidence)}.
        </p>
      )}
      {isEstimateBiased && (
        <p className="figure-note">
          The weights follow the results. Variants that started badly get fewer visitors, so their rates are
          underestimated on average.
        </p>
      )}
      {decision !== null && <Decision decision={decision} variants={results.variants} />}
    </div>
  );
}

interface DecisionProps {
  decision: NonNullable<ExperimentResults['decision']>;
  variants: ExperimentResults['variants'];
}

function Decision({ decision: { at, recommendation, counts }, variants }: DecisionProps) {
  const nameOf = (id: string): string => variants.find(({ variantId }) => variantId === id)?.name ?? id;
  return (
    <>
      <p>
        Decided on {formatInstant(at)}: <Status of={recommendation} />. Later data does not change this decision.
      </p>
      <DataTable
        caption="Counts at the decision"
        rows={counts}
        rowKey={({ variantId }) => variantId}
        columns={[
          { title: 'At the decision', cell: ({ variantId }) => nameOf(variantId) },
          { title: 'Visitors', numeric: true, cell: ({ exposures }) => formatCount(exposures) },
          { title: 'Conversions', numeric: true, cell: ({ conversions }) => formatCount(conversions) },
        ]}
      />
    </>
  );
}
