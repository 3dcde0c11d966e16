import type { z } from 'zod';
import type { Experiment } from '../../db/experiments/experiments';
import type { Evaluation } from '../../domain/experiments/evaluation';
import type { experimentRecord } from './record';

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
