import type { Schemas } from '../../api/client';

type Experiment = Schemas['Experiment'];
type Definition = Schemas['MetricDefinition'];
type Measure = NonNullable<Definition['measure']>;
type Change = Schemas['PatchChange'];
type Variant = Experiment['variants'][number];

/** A metric as typed. Numbers are strings; empty ones are not sent. */
export interface MetricDraft {
  metric: string;
  measure: Measure;
  denominator: string;
  numerator: Definition['numerator'] | '';
  direction: 'up' | 'down';
  cap: string;
  windowDays: string;
  marginPercent: string;
}

export interface FactorLevel {
  factor: string;
  level: string;
}

export interface VariantDraft {
  /** Id of a stored variant; null for a new one. */
  id: string | null;
  name: string;
  weightPercent: number;
  css: string;
  js: string;
  changes: Change[];
  /** Level of each factor in a multivariate experiment. */
  levels: FactorLevel[];
}

/** An experiment as typed. */
export interface ExperimentDraft {
  name: string;
  type: string;
  targetUrl: string;
  trafficSplit: number;
  mode: Experiment['mode'];
  engine: Experiment['engine'];
  beliefId: string | null;
  mdePercent: number;
  powerPercent: number;
  alphaPercent: number;
  cuped: boolean;
  /** Days of the attribution window; empty for no limit. */
  windowDays: string;
  exclusionGroup: string;
  /** Null for the primary conversion. */
  primary: MetricDraft | null;
  secondary: MetricDraft[];
  guardrails: MetricDraft[];
  variants: VariantDraft[];
}

export const emptyMetric: MetricDraft = {
  metric: '',
  measure: 'conversion',
  denominator: '',
  numerator: '',
  direction: 'up',
  cap: '',
  windowDays: '',
  marginPercent: '',
};

export const emptyVariant: VariantDraft = {
  id: null,
  name: '',
  weightPercent: 0,
  css: '',
  js: '',
  changes: [],
  levels: [],
};

export const emptyExperiment: ExperimentDraft = {
  name: '',
  type: '',
  targetUrl: '',
  trafficSplit: 100,
  mode: 'ab',
  engine: 'frequentist',
  beliefId: null,
  mdePercent: 10,
  powerPercent: 80,
  alphaPercent: 5,
  cuped: true,
  windowDays: '',
  exclusionGroup: '',
  primary: null,
  secondary: [],
  guardrails: [],
  variants: [
    { ...emptyVariant, name: 'Control', weightPercent: 50 },
    { ...emptyVariant, name: 'Variant', weightPercent: 50 },
  ],
};

const percentOf = (share: number): number => Number((share * 100).toFixed(4));
const shareOf = (percent: number): number => Number((percent / 100).toFixed(6));
const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** A leading `-`, as in `-refund`, means that lower is better. */
function metricDraft(setting: string | Definition): MetricDraft {
  if (typeof setting === 'string') {
    const down = setting.startsWith('-');
    return { ...emptyMetric, metric: down ? setting.slice(1) : setting, direction: down ? 'down' : 'up' };
  }
  const { metric, measure = 'conversion', denominator = '', numerator = '', direction = 'up' } = setting;
  return {
    metric,
    measure,
    denominator,
    numerator,
    direction,
    cap: textOf(setting.cap),
    windowDays: textOf(setting.windowDays),
    marginPercent: setting.margin === undefined ? '' : String(percentOf(setting.margin)),
  };
}

/** Builds the API's definition of a metric, without empty fields and fields of other measures. */
export function metricSetting(draft: MetricDraft): Definition {
  const { metric, measure, denominator, numerator, direction, cap, windowDays, marginPercent } = draft;
  const isRatio = measure === 'ratio';
  return {
    metric: metric.trim(),
    ...(measure === 'conversion' ? {} : { measure }),
    ...(isRatio && denominator.trim() !== '' ? { denominator: denominator.trim() } : {}),
    ...(isRatio && numerator !== '' && numerator !== undefined ? { numerator } : {}),
    ...(direction === 'up' ? {} : { direction }),
    ...(cap === '' || measure === 'conversion' ? {} : { cap: Number(cap) }),
    ...(windowDays === '' ? {} : { windowDays: Number(windowDays) }),
    ...(marginPercent === '' ? {} : { margin: shareOf(Number(marginPercent)) }),
  };
}

export function draftOf(experiment: Experiment): ExperimentDraft {
  const { name, type, targetUrl, trafficSplit, mode, engine, beliefId, cuped, primaryMetric } = experiment;
  return {
    name,
    type,
    targetUrl,
    trafficSplit,
    mode,
    engine,
    beliefId,
    mdePercent: percentOf(experiment.mde),
    powerPercent: percentOf(experiment.targetPower),
    alphaPercent: percentOf(experiment.alpha),
    cuped,
    windowDays: textOf(experiment.attributionWindowDays ?? undefined),
    exclusionGroup: experiment.exclusionGroup ?? '',
    primary: primaryMetric === null ? null : metricDraft(primaryMetric),
    secondary: experiment.secondaryMetrics.map(metricDraft),
    guardrails: experiment.guardrailMetrics.map(metricDraft),
    variants: experiment.variants.map(variantDraft),
  };
}

const variantDraft = ({ id, name, weight, css = '', js = '', patch = [], levels = {} }: Variant): VariantDraft => ({
  id,
  name,
  weightPercent: percentOf(weight),
  css,
  js,
  changes: [patch].flat(),
  levels: Object.entries(levels).map(([factor, level]) => ({ factor, level })),
});

/** Builds the request body that creates or updates the draft. */
export function bodyOf(draft: ExperimentDraft): Schemas['CreateExperiment'] {
  const { name, type, targetUrl, trafficSplit, mode, engine, beliefId, cuped, windowDays, exclusionGroup } = draft;
  return {
    name: name.trim(),
    ...(type.trim() === '' ? {} : { type: type.trim() }),
    targetUrl: targetUrl.trim(),
    trafficSplit,
    mode,
    engine,
    beliefId,
    mde: shareOf(draft.mdePercent),
    targetPower: shareOf(draft.powerPercent),
    alpha: shareOf(draft.alphaPercent),
    cuped,
    attributionWindowDays: windowDays === '' ? null : Number(windowDays),
    exclusionGroup: exclusionGroup.trim() || null,
    primaryMetric: draft.primary === null ? null : metricSetting(draft.primary),
    secondaryMetrics: draft.secondary.map(metricSetting),
    guardrailMetrics: draft.guardrails.map(metricSetting),
    variants: draft.variants.map(submittedVariant),
  };
}

/** Empty fields are null, which removes the stored value. */
function submittedVariant({
  id,
  name,
  weightPercent,
  css,
  js,
  changes,
  levels,
}: VariantDraft): Schemas['GivenVariant'] {
  const named = levels.filter(({ factor, level }) => factor.trim() !== '' || level.trim() !== '');
  return {
    ...(id === null ? {} : { id }),
    name: name.trim(),
    weight: shareOf(weightPercent),
    css: css.trim() === '' ? null : css,
    js: js.trim() === '' ? null : js,
    patch: changes.length === 0 ? null : changes,
    levels:
      named.length === 0 ? null : Object.fromEntries(named.map(({ factor, level }) => [factor.trim(), level.trim()])),
  };
}

/** Fields that can change while an experiment runs. */
export interface ServingDraft {
  name: string;
  trafficSplit: number;
  variants: { id: string; name: string; weightPercent: number }[];
}

export const servingOf = ({ name, trafficSplit, variants }: Experiment): ServingDraft => ({
  name,
  trafficSplit,
  variants: variants.map(({ id, name: title, weight }) => ({ id, name: title, weightPercent: percentOf(weight) })),
});

/** Builds the update body. Unchanged weights are left out, because their percentages are rounded. */
export function servingBody(
  { name, trafficSplit, variants }: ServingDraft,
  before: Experiment,
): Schemas['UpdateExperiment'] {
  const stored = servingOf(before).variants;
  const isReweighed = variants.some(({ weightPercent }, index) => weightPercent !== stored[index]?.weightPercent);
  const weights = variants.map(({ id, weightPercent }) => ({ id, weight: shareOf(weightPercent) }));
  return { name: name.trim(), trafficSplit, ...(isReweighed ? { variants: weights } : {}) };
}

export const addUp = (variants: readonly { weightPercent: number }[]): number =>
  variants.reduce((sum, { weightPercent }) => sum + weightPercent, 0);

/** Distributes the weights evenly, in hundredths of a percent. The control gets the rounding remainder. */
export function evenly(variants: readonly VariantDraft[]): VariantDraft[] {
  const share = Math.floor(10_000 / variants.length) / 100;
  return variants.map((variant, index) => ({
    ...variant,
    weightPercent: index === 0 ? Number((100 - share * (variants.length - 1)).toFixed(2)) : share,
  }));
}

/** Builds the request body of the sample size calculator. */
export const planOf = (draft: ExperimentDraft, dailyVisitors: string): Schemas['PlanExperiment'] => ({
  primaryMetric: draft.primary === null ? null : metricSetting(draft.primary),
  engine: draft.engine,
  mde: shareOf(draft.mdePercent),
  targetPower: shareOf(draft.powerPercent),
  alpha: shareOf(draft.alphaPercent),
  variants: draft.variants.length,
  trafficSplit: Math.max(0.01, draft.trafficSplit),
  ...(Number(dailyVisitors) > 0 ? { dailyVisitors: Number(dailyVisitors) } : {}),
});
