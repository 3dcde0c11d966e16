import type { Schemas } from '../../api/client';
import { Status } from '../../components/status';
import { DataTable } from '../../components/table';
import { formatConfidence, formatCount } from '../../format/number';
import { formatInstant } from '../../format/time';
import { describeVerdict } from '../../format/verdict';
import type { ResultsView } from './metric-table';

type ExperimentResults = Schemas['ExperimentResults'];

const difference = 'Confidence that the best variant differs from the control (1 − adjusted p-value)';
const best = 'Probability that the leading variant is the best one';

const meaningOfConfidence: Record<ExperimentResults['engine'], string> = {
  frequentist: difference,
  sequential: difference,
  bayesian: best,
  thompson: best,
};

const tones: Record<ExperimentResults['recommendation'], string> = {
  collecting: 'info',
  ship: 'good',
  stop_no_effect: 'warn',
  roll_back: 'bad',
  inconclusive: 'warn',
  check_data: 'bad',
};

/** Shows the verdict in one sentence, its confidence, and the final decision if there is one. */
export function Verdict({ results, view }: { results: ExperimentResults; view: ResultsView }) {
  const { recommendation, confidence, decision, isEstimateBiased } = results;
  return (
    <div className={`notice ${tones[recommendation]} stack`}>
      <p>
        <Status of={recommendation} />
      </p>
      <p className="verdict-sentence">
        {describeVerdict(results, view.titleOf).map((phrase, index) =>
          typeof phrase === 'string' ? phrase : <strong key={index}>{phrase.name}</strong>,
        )}
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
      {decision !== null && <Decision decision={decision} nameOf={view.nameOf} />}
    </div>
  );
}

interface DecisionProps {
  decision: NonNullable<ExperimentResults['decision']>;
  nameOf: (variantId: string) => string;
}

function Decision({ decision: { at, recommendation, counts }, nameOf }: DecisionProps) {
  return (
    <>
      <p className="figure-note">
        Decided on {formatInstant(at)}: <Status of={recommendation} />. Later data does not change this decision.
      </p>
      <details>
        <summary>Show counts</summary>
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
      </details>
    </>
  );
}
