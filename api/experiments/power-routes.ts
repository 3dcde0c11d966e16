import type { z } from 'zod';
import { metricOf } from '../../domain/experiments/metrics/metric';
import {
  achievedPowerOf,
  detectableEffect,
  planExperiment,
  type Baseline,
  type ExperimentPlan,
  type PlanSettings,
} from '../../domain/experiments/power';
import { readMetricPast, type MetricPast } from '../../operations/experiments/read-metric-past';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { powerBody, powerResponse } from './power-contract';

type Requested = z.output<typeof powerBody>;
type Planned = z.input<typeof powerResponse>;

/** @param past of the metric that the plan is for; null where the caller says the baseline */
function plan(
  { target_power, targetPower = target_power ?? 0.8, ...body }: Requested,
  past: MetricPast | null,
): Planned {
  const { engine, mde, alpha, variants } = body;
  const baseline = past === null ? baselineOf(body) : past.baseline;
  const varianceReduction = body.varianceReduction ?? Math.min(0.99, past?.varianceReduction ?? 0);
  const settings = { engine, alpha, targetPower, varianceReduction, direction: directionOf(body) };
  const dailyVisitors = dailyVisitorsOf(body, past);
  const sized = { ...settings, mde, variants, dailyVisitors, trafficSplit: body.trafficSplit };
  return {
    measure: measureOf(body),
    engine,
    mde,
    alpha,
    targetPower,
    target_power: targetPower,
    variants,
    varianceReduction,
    ...presentBaseline(baseline),
    ...sizeOf(baseline, sized),
    curve: curveOf(baseline, sized),
    dailyVisitors,
    ...powerAt(baseline, mde, { ...settings, treatments: variants - 1, n: body.exposuresPerVariant }),
    past: past && presentPast(past),
  };
}

function dailyVisitorsOf({ dailyVisitors }: Requested, past: MetricPast | null): number | null {
  if (dailyVisitors !== undefined) return dailyVisitors;
  return past === null || past.dailyVisitors === 0 ? null : past.dailyVisitors;
}

type Sized = Omit<ExperimentPlan, 'baseline' | 'dailyVisitors'> & {
  dailyVisitors: number | null;
  trafficSplit: number;
};

function sizeOf(baseline: Baseline | null, { dailyVisitors, trafficSplit, ...settings }: Sized) {
  // Sizes do not depend on the visitors.
  const takingPart = dailyVisitors === null ? 1 : (dailyVisitors * trafficSplit) / 100;
  const planned = baseline && planExperiment({ ...settings, baseline, dailyVisitors: takingPart });
  if (planned === null) return { requiredPerVariant: null, total: null, days: null };
  const { perVariant, total, days } = planned;
  return { requiredPerVariant: perVariant, total, days: dailyVisitors === null ? null : days };
}

/** Multiples of the minimum effect. */
const multiples = [0.5, 0.6, 0.75, 1, 1.25, 1.5, 2, 2.5, 3];

function curveOf(baseline: Baseline | null, plan: Sized): Planned['curve'] {
  return multiples.flatMap((multiple) => {
    const mde = Number((plan.mde * multiple).toPrecision(6));
    const { requiredPerVariant, total, days } = sizeOf(baseline, { ...plan, mde });
    return requiredPerVariant === null || total === null ? [] : [{ mde, requiredPerVariant, total, days }];
  });
}

function powerAt(
  baseline: Baseline | null,
  mde: number,
  { n, ...settings }: PlanSettings & { n: number | undefined },
): Pick<Planned, 'achievedPower' | 'detectableEffect'> {
  if (baseline === null || n === undefined) return { achievedPower: null, detectableEffect: null };
  const sized = { ...settings, n };
  return {
    achievedPower: achievedPowerOf(baseline, mde, sized),
    detectableEffect: detectableEffect(baseline, sized),
  };
}

const measureOf = (body: Requested) => {
  const setting = metricSettingOf(body);
  return setting === undefined ? (body.measure ?? 'conversion') : metricOf(setting).measure;
};

/** As results plan: a metric of which less is better is expected to fall. */
const directionOf = (body: Requested) => metricOf(metricSettingOf(body) ?? null).direction;

const metricSettingOf = ({ primary_metric, primaryMetric = primary_metric }: Requested) => primaryMetric;

function baselineOf({ baselineRate, baselineMean = 0, baselineVariance = 0 }: Requested): Baseline {
  return baselineRate === undefined ? { mean: baselineMean, variance: baselineVariance } : { mean: baselineRate };
}

const presentBaseline = (baseline: Baseline | null) => ({
  baselineRate: baseline?.variance === undefined ? (baseline?.mean ?? null) : null,
  baselineMean: baseline?.variance === undefined ? null : baseline.mean,
  baselineVariance: baseline?.variance ?? null,
});

const presentPast = ({ from, to, visitors, counted, currency }: MetricPast) => ({
  from,
  to,
  visitors,
  counted,
  currency,
});

export const experimentPowerRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/experiments/power',
    tag: 'experiments',
    summary: 'Calculate the sample size and duration of an experiment',
    description:
      'Uses the pooled two-sided z test for rates or Welch’s t test for means, at alpha divided by the number of ' +
      'treatments. Engines other than `frequentist` use their sequential test. Send a baseline, or a metric to derive ' +
      'it from its last 14 days. The duration is in whole days, and null if the daily visitors are unknown.',
    access: { permission: 'experiments.read' },
    limit: 'read',
    request: { body: powerBody },
    responses: { 200: powerResponse },
    handler: async ({ body, actor: { workspaceId }, services }) => {
      const setting = metricSettingOf(body);
      const past = setting === undefined ? null : await readMetricPast(services, workspaceId, setting);
      return ok(plan(body, past));
    },
  }),
];
