import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { ConfirmButton } from '../../components/dialog';
import { Facts } from '../../components/facts';
import { Loading } from '../../components/states';
import { useRead } from '../../components/read';
import { Status } from '../../components/status';
import { useToast } from '../../components/toast';
import { formatChange, formatConfidence, formatCount, formatInterval, formatShare } from '../../format/number';
import { orDash } from './comparison';

type Experiment = Schemas['Experiment'];

/** Shows one variant to every visitor. The recommended variant is selected; any other needs a second confirmation. */
export function Promote({ experiment }: { experiment: Experiment }) {
  const { id, name, variants, promotedVariantId } = experiment;
  const client = useQueryClient();
  const toast = useToast();
  const [picked, setPicked] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const recommended = useRecommended(id);
  const variantId = picked ?? recommended.data?.recommendedVariantId ?? promotedVariantId ?? variants[0]?.id ?? '';
  const chosen = nameOf(experiment, variantId);
  return (
    <ConfirmButton
      label="Promote"
      title={`Promote a variant of ${name}?`}
      confirm="Promote"
      danger={false}
      act={async () => {
        if (recommended.data === undefined) throw new Error('Wait until the results are loaded.');
        if (variantId !== recommended.data.recommendedVariantId && !confirmed)
          throw new Error(`Confirm that you want to promote ${chosen}.`);
        await unwrap(api.POST('/api/experiments/{id}/promote', { params: { path: { id } }, body: { variantId } }));
        await client.invalidateQueries({ queryKey: ['experiments'] });
        toast(`All visitors now see ${chosen}.`);
      }}
    >
      {recommended.data === undefined ? (
        <Loading />
      ) : (
        <Choice
          {...{ experiment, variantId, confirmed }}
          results={recommended.data as Schemas['ExperimentResults']}
          onPick={(next) => {
            setPicked(next);
            setConfirmed(false);
          }}
          onConfirm={setConfirmed}
        />
      )}
    </ConfirmButton>
  );
}

/** Shares the query of the results page. */
const useRecommended = (id: string) =>
  useRead(['experiments', id, 'results'], () =>
    unwrap(api.GET('/api/experiments/{id}/results', { params: { path: { id } } })),
  );

const nameOf = ({ variants }: Experiment, id: string): string => variants.find((one) => one.id === id)?.name ?? id;

interface ChoiceProps {
  experiment: Experiment;
  results: Schemas['ExperimentResults'];
  variantId: string;
  confirmed: boolean;
  onPick: (variantId: string) => void;
  onConfirm: (confirmed: boolean) => void;
}

function Choice({ experiment, results, variantId, confirmed, onPick, onConfirm }: ChoiceProps) {
  const { recommendation, recommendedVariantId } = results;
  const chosen = nameOf(experiment, variantId);
  return (
    <>
      <p>
        Recommendation: <Status of={recommendation} />
        {recommendedVariantId !== null && (
          <>
            {' '}
            <strong>{nameOf(experiment, recommendedVariantId)}</strong>
          </>
        )}
      </p>
      <div className="field">
        <label htmlFor="promoted-variant">Variant</label>
        <select id="promoted-variant" value={variantId} onChange={({ target }) => onPick(target.value)}>
          {experiment.variants.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
              {id === recommendedVariantId ? ' (recommended)' : ''}
            </option>
          ))}
        </select>
      </div>
      <Figures results={results} variantId={variantId} />
      {variantId !== recommendedVariantId && (
        <div className="field check">
          <input
            id="promote-anyway"
            type="checkbox"
            checked={confirmed}
            onChange={({ target }) => onConfirm(target.checked)}
          />
          <label htmlFor="promote-anyway">
            {recommendedVariantId === null
              ? `The results recommend no variant. Promote ${chosen} anyway.`
              : `The results recommend ${nameOf(experiment, recommendedVariantId)}. Promote ${chosen} anyway.`}
          </label>
        </div>
      )}
      <p>
        This completes the experiment and shows {chosen} to every visitor of {experiment.targetUrl} until you change its
        status. The results are kept.
      </p>
    </>
  );
}

function Figures({ results: { variants }, variantId }: { results: Schemas['ExperimentResults']; variantId: string }) {
  const variant = variants.find((one) => one.variantId === variantId);
  if (variant === undefined) return null;
  const { exposures, conversions, rate, lift, liftInterval95, probabilityBest } = variant;
  return (
    <Facts
      of={[
        ['Visitors', formatCount(exposures)],
        ['Conversions', `${formatCount(conversions)} (${formatShare(rate)})`],
        ...(variantId === variants[0]?.variantId
          ? []
          : [
              ['Lift', orDash(lift, formatChange)] as const,
              ['Lift interval', formatInterval(liftInterval95, formatChange)] as const,
            ]),
        ['Probability of being best', formatConfidence(probabilityBest)],
      ]}
    />
  );
}
