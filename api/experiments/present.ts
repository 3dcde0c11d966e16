import type { z } from 'zod';
import type { Experiment } from '../../db/experiments/experiments';
import type { Workspace } from '../../db/workspaces/workspaces';
import { backtrackingGrowth, withoutPadding } from '../../domain/experiments/backtracking';
import type { Evaluation } from '../../domain/experiments/evaluation';
import { scriptPaths } from '../../domain/experiments/scripts';
import type { ActiveExperiment, Variant } from '../../domain/experiments/schemas';
import type { experimentRecord } from './record';

/** Settings of the workspace that decide what is served. */
export type ServingSettings = Pick<Workspace, 'allowJsPatches'>;

/**
 * Returns the list for browsers. Leaves out stored experiments with an expression that could hang a page, and those with
 * scripts if the workspace does not allow them. New expressions take linear time. Older ones may take quadratic time in
 * the length of the address, which is at most 2,000.
 */
export const presentActiveExperiments = (
  experiments: readonly Experiment[],
  { allowJsPatches }: ServingSettings,
): ActiveExperiment[] =>
  experiments
    .filter(({ targetUrl }) => isUsable(targetUrl))
    .map(presentActive)
    .filter(({ variants }) => allowJsPatches || scriptPaths(variants).length === 0);

const isUsable = (pattern: string): boolean => !pattern.startsWith('re:') || backtrackingGrowth(pattern.slice(3)) <= 2;

const servedPattern = (pattern: string): string =>
  pattern.startsWith('re:') ? `re:${withoutPadding(pattern.slice(3))}` : pattern;

/**
 * Returns the list for a browser that previews one variant of an experiment, whatever its status. As with a promoted
 * winner, all visitors get the variant and nothing is counted. Other experiments of its exclusion group are left out.
 */
export function presentPreview(
  active: readonly ActiveExperiment[],
  { shown, variantId }: { shown: Experiment; variantId: string },
  settings: ServingSettings,
) {
  const { id, exclusionGroup } = shown;
  const others = active.filter(
    (one) => one.id !== id && (exclusionGroup === null || one.exclusionGroup !== exclusionGroup),
  );
  const promoted: Experiment = { ...shown, status: 'completed', promotedVariantId: variantId };
  return [...others, ...presentActiveExperiments([promoted], settings)];
}

/** A promoted winner has all the weight and all the traffic; the others go without what they would change. */
function presentActive(experiment: Experiment): ActiveExperiment {
  const { id, name, targetUrl, mode, type, exclusionGroup, promotedVariantId, trafficSplit, variants } = experiment;
  const isPromoted = experiment.status === 'completed';
  return {
    id,
    name,
    status: isPromoted ? 'completed' : 'running',
    targetUrl: servedPattern(targetUrl),
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

/** A browser changes what runs or loads only for a variant of which it was known when it went live that it may. */
function served(variant: Variant): ActiveExperiment['variants'][number] {
  const { id, name, weight, css, js, patch } = variant;
  return {
    id,
    name,
    weight,
    ...(css === undefined ? {} : { css }),
    ...(js === undefined ? {} : { js }),
    ...(patch === undefined ? {} : { patch }),
    ...(scriptPaths([{ patch }]).length === 0 ? {} : { runsScripts: true as const }),
  };
}

type ExperimentRecord = z.infer<typeof experimentRecord>;

/** @param publicUrl where the service is, without a slash at the end */
export function presentExperiment(experiment: Experiment, publicUrl: string): ExperimentRecord {
  const { id, name, status, type, surface, targetUrl, trafficSplit, mode, engine, targetPower, mde, alpha } =
    experiment;
  const { primaryMetric, guardrailMetrics, secondaryMetrics, cuped } = experiment;
  const { attributionWindowDays, beliefId, exclusionGroup } = experiment;
  const { variants, promotedVariantId } = experiment;
  const resultsUrl = `${publicUrl}/console/experiments/${id}`;
  return {
    id,
    exp_id: id,
    name,
    status,
    type,
    surface,
    mode,
    engine,
    mde,
    alpha,
    variants,
    targetUrl,
    target_url: targetUrl,
    trafficSplit,
    traffic_split: trafficSplit,
    targetPower,
    target_power: targetPower,
    primaryMetric,
    primary_metric: primaryMetric,
    guardrailMetrics,
    guardrail_metrics: guardrailMetrics,
    beliefId,
    belief_id: beliefId,
    secondaryMetrics,
    secondary_metrics: secondaryMetrics,
    cuped,
    attributionWindowDays,
    attribution_window_days: attributionWindowDays,
    exclusionGroup,
    exclusion_group: exclusionGroup,
    promotedVariantId,
    promoted_variant_id: promotedVariantId,
    ...presentTimes(experiment),
    ...evaluationIn(experiment),
    resultsUrl,
    results_url: resultsUrl,
    links: { results: `${publicUrl}/api/experiments/${id}/results` },
  };
}

/** Hides the evaluation of an earlier run while the experiment is a draft. */
const evaluationIn = ({ status, evaluation }: Experiment) =>
  status === 'draft' || evaluation === null
    ? { results: {}, confidence: 0, recommendation: null, daysLeft: null, days_left: null }
    : presentEvaluation(evaluation);

export const presentEvaluation = ({ daysLeft = null, ...evaluation }: Evaluation) => ({
  ...evaluation,
  daysLeft,
  days_left: daysLeft,
});

function presentTimes(experiment: Experiment) {
  const startedAt = experiment.startedAt?.toISOString() ?? null;
  const endedAt = experiment.endedAt?.toISOString() ?? null;
  const createdAt = experiment.createdAt.toISOString();
  const updatedAt = experiment.updatedAt.toISOString();
  return {
    startedAt,
    started_at: startedAt,
    endedAt,
    ended_at: endedAt,
    createdAt,
    created_at: createdAt,
    updatedAt,
    updated_at: updatedAt,
  };
}
