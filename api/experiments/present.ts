import type { Experiment } from '../../db/experiments';
import { isSafePattern } from '../../domain/experiments/safe-pattern';
import type { ActiveExperiment, Variant } from '../../domain/experiments/schemas';

/**
 * The list that browsers get. An experiment whose expression could hang a page is left out, however it came into the
 * database.
 */
export const presentActiveExperiments = (experiments: readonly Experiment[]): ActiveExperiment[] =>
  experiments.filter(({ targetUrl }) => isUsable(targetUrl)).map(presentActive);

const isUsable = (pattern: string): boolean => !pattern.startsWith('re:') || isSafePattern(pattern.slice(3));

/** A promoted winner has all the weight and all the traffic; the others go without what they would change. */
function presentActive(experiment: Experiment): ActiveExperiment {
  const { id, name, targetUrl, mode, type, exclusionGroup, promotedVariantId, trafficSplit, variants } = experiment;
  const isPromoted = experiment.status === 'completed';
  return {
    id,
    name,
    status: isPromoted ? 'completed' : 'running',
    targetUrl,
    trafficSplit: isPromoted ? 100 : trafficSplit,
    mode,
    type,
    ...(exclusionGroup === null ? {} : { exclusionGroup }),
    promotedVariantId: isPromoted ? promotedVariantId : null,
    variants: isPromoted
      ? variants.map((variant) => presentPromoted(variant, promotedVariantId))
      : variants.map(served),
  };
}

const presentPromoted = (variant: Variant, promotedVariantId: string | null): ActiveExperiment['variants'][number] =>
  variant.id === promotedVariantId
    ? { ...served(variant), weight: 1 }
    : { id: variant.id, name: variant.name, weight: 0 };

const served = ({ id, name, weight, css, js, patch }: Variant): ActiveExperiment['variants'][number] => ({
  id,
  name,
  weight,
  ...(css === undefined ? {} : { css }),
  ...(js === undefined ? {} : { js }),
  ...(patch === undefined ? {} : { patch }),
});
