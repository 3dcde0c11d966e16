import type { Schemas } from '../../api/client';
import { Status } from '../../components/status';
import { DataTable } from '../../components/table';
import { formatConfidence, formatCount } from '../../format/number';
import { describeRecommendation } from '../../format/recommendation';
import { formatInstant } from '../../format/time';

type ExperimentResults = Schemas['ExperimentResults'];

const difference = 'Confidence that the best treatment so far differs from the control (1 less its adjusted p)';
const best = 'Probability that the best treatment so far is the best variant';

const meaningOfConfidence: Record<ExperimentResults['engine'], string> = {
  frequentist: difference,
  sequential: difference,
  bayesian: best,
  thompson: best,
};

/** What to do, in words and in the API's word; and the decision that stands, with what it was reached by. */
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
          Weights follow the results: variants that did badly early are seen less, so that their figures are too low on
          average.
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
        Decided on {formatInstant(at)}: <Status of={recommendation} />. It stands; the figures below go on moving.
      </p>
      <DataTable
        caption="What it was decided by"
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
