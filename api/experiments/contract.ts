import { z } from 'zod';
import { experimentMode, experimentStatus, patchChange, statisticsEngine } from '../../domain/experiments/schemas';
import { guardrailSetting, metricSetting } from '../../domain/experiments/metrics/schemas';
import { pagePattern } from '../../domain/experiments/page-pattern';
import { selectorProblem } from '../../domain/experiments/selector-problem';
import { pathOfPattern } from '../../domain/experiments/url-pattern';
import { fewestVariants, tooFewVariants } from '../../domain/experiments/variants';
import { integerWithin, jsonText, numberWithin, refuseBy, shownText } from '../../domain/json/schemas';
import { numberLimits } from '../../domain/number-limits';
import { textLimits } from '../../domain/text-limits';
import { readUpdatedAt } from '../../domain/time/schemas';

/** Request bodies of experiments. Field names can be in camelCase or snake_case. */

const targetUrl = pagePattern.meta({
  description:
    'Pattern of the pages where the experiment runs: `/pricing`, `/blog/*`, `/app#/pricing`, a host and path, or a ' +
    'regular expression after `re:`.',
});

const variantContent = jsonText(100_000).nullable().optional();
const strictChange = z
  .strictObject({
    ...patchChange.shape,
    selector: patchChange.shape.selector.superRefine(refuseBy(selectorProblem)),
  })
  .refine(({ action, value }) => action === 'remove' || value !== undefined, {
    path: ['value'],
    message: 'is required for the actions append and set',
  });

const submittedVariant = z
  .strictObject({
    id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens or underscores')
      .optional()
      .meta({ description: 'Default: a slug of the name.' }),
    name: shownText(textLimits.name).optional(),
    weight: numberWithin(numberLimits.share)
      .optional()
      .meta({ description: 'Default: equal weights. The weights sum to 1.' }),
    css: variantContent,
    js: variantContent,
    patch: z
      .union([z.array(strictChange).max(200), strictChange])
      .nullable()
      .optional(),
    levels: z
      .record(jsonText(100, 1), jsonText(200))
      .nullable()
      .optional()
      .meta({ description: 'Level of each factor, for multivariate experiments.' }),
  })
  .refine(({ id, name }) => id !== undefined || name !== undefined, { path: ['name'], message: 'is required' })
  .meta({ id: 'GivenVariant' });

/** Under their first spelling. */
export const experimentFields = {
  name: shownText(textLimits.name),
  type: jsonText(textLimits.experimentType, 1).meta({ description: 'Default: `web_ab_test`.' }),
  surface: pagePattern.meta({ description: 'Path of `targetUrl`. If you omit `targetUrl`, `surface` replaces it.' }),
  targetUrl,
  trafficSplit: numberWithin(numberLimits.percent).meta({
    description: 'Percentage of visitors included in the experiment.',
  }),
  mode: experimentMode,
  engine: statisticsEngine,
  targetPower: numberWithin(numberLimits.targetPower),
  mde: numberWithin(numberLimits.mde).meta({
    description: 'Minimum detectable effect, relative to the rate of the control.',
  }),
  alpha: numberWithin(numberLimits.alpha),
  primaryMetric: metricSetting.nullable().meta({
    description:
      'Metric that decides the experiment: the id of a conversion, the name of an event, or a definition. Null uses ' +
      'the primary conversion.',
  }),
  guardrailMetrics: z.array(guardrailSetting).max(20).meta({
    description: 'Metrics that the experiment must not harm. Write `-metric` if lower is better, or send a definition.',
  }),
  secondaryMetrics: z
    .array(metricSetting)
    .max(20)
    .meta({ description: 'Further metrics to report. Write `-metric` if lower is better, or send a definition.' }),
  cuped: z.boolean().meta({
    description: 'Whether to adjust comparisons for the behavior of visitors before their exposure (CUPED).',
  }),
  attributionWindowDays: integerWithin(numberLimits.attributionWindowDays).nullable().meta({
    description: 'Days after the exposure of a visitor in which conversions count, 24 hours each. Null for no limit.',
  }),
  beliefId: jsonText(100, 1).nullable(),
  exclusionGroup: shownText(textLimits.name)
    .nullable()
    .meta({ description: 'Exclusion group. Experiments in the same group share no visitors.' }),
};

/** Every field under its other name. */
const spellings = {
  target_url: 'targetUrl',
  traffic_split: 'trafficSplit',
  target_power: 'targetPower',
  primary_metric: 'primaryMetric',
  guardrail_metrics: 'guardrailMetrics',
  secondary_metrics: 'secondaryMetrics',
  attribution_window_days: 'attributionWindowDays',
  belief_id: 'beliefId',
  exclusion_group: 'exclusionGroup',
  updated_at: 'updatedAt',
} as const;

const bothSpellings = z
  .object({
    ...experimentFields,
    target_url: experimentFields.targetUrl,
    traffic_split: experimentFields.trafficSplit,
    target_power: experimentFields.targetPower,
    primary_metric: experimentFields.primaryMetric,
    guardrail_metrics: experimentFields.guardrailMetrics,
    secondary_metrics: experimentFields.secondaryMetrics,
    attribution_window_days: experimentFields.attributionWindowDays,
    belief_id: experimentFields.beliefId,
    exclusion_group: experimentFields.exclusionGroup,
  })
  .partial().shape;

const bothTimes = { updatedAt: readUpdatedAt.optional(), updated_at: readUpdatedAt.optional() };

type BothSpellings = Partial<z.infer<z.ZodObject<typeof bothSpellings & typeof bothTimes>>>;

interface Checked {
  value: BothSpellings;
  issues: z.core.$ZodRawIssue[];
}

/** Refuses what is given in both spellings, or as a path and as an address, and differs. */
export function refuseDifferences({ value, issues }: Checked): void {
  const refuse = (path: string, message: string) =>
    issues.push({ code: 'custom', path: [path], message, input: value });
  for (const [name, other] of Object.entries(spellings) as [keyof typeof spellings, keyof BothSpellings][]) {
    const isDuplicated = value[name] !== undefined && value[other] !== undefined;
    if (isDuplicated && JSON.stringify(value[name]) !== JSON.stringify(value[other])) {
      refuse(name, `must equal ${other} if you send both`);
    }
  }
  const { surface, targetUrl = value.target_url } = value;
  if (surface === undefined || targetUrl === undefined || surface === targetUrl) return;
  if (withoutSlash(surface) !== withoutSlash(pathOfPattern(targetUrl) ?? '')) {
    refuse('surface', 'must be the path of targetUrl if you send both');
  }
}

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '');

/** Returns the fields of a body, each under one name. `surface` is an alias of `targetUrl`. */
export function fieldsOf<Body extends BothSpellings>(body: Body) {
  const targetUrl = body.targetUrl ?? body.target_url ?? body.surface;
  return {
    name: body.name,
    type: body.type,
    targetUrl,
    surface: targetUrl === undefined ? undefined : pathOfPattern(targetUrl),
    trafficSplit: body.trafficSplit ?? body.traffic_split,
    mode: body.mode,
    engine: body.engine,
    targetPower: body.targetPower ?? body.target_power,
    mde: body.mde,
    alpha: body.alpha,
    primaryMetric: body.primaryMetric === undefined ? body.primary_metric : body.primaryMetric,
    guardrailMetrics: body.guardrailMetrics ?? body.guardrail_metrics,
    secondaryMetrics: body.secondaryMetrics ?? body.secondary_metrics,
    cuped: body.cuped,
    attributionWindowDays:
      body.attributionWindowDays === undefined ? body.attribution_window_days : body.attributionWindowDays,
    beliefId: body.beliefId === undefined ? body.belief_id : body.beliefId,
    exclusionGroup: body.exclusionGroup === undefined ? body.exclusion_group : body.exclusionGroup,
  };
}

const submittedVariants = z
  .array(submittedVariant)
  .max(20)
  .meta({ description: 'Variants. The first one is the control.' });

export const createExperimentBody = z
  .strictObject({
    ...bothSpellings,
    name: experimentFields.name,
    variants: submittedVariants.min(fewestVariants, tooFewVariants),
  })
  .check(refuseDifferences)
  .refine((body) => (body.targetUrl ?? body.target_url ?? body.surface) !== undefined, {
    path: ['targetUrl'],
    message: 'is required: send `targetUrl` or `surface`',
  })
  .meta({
    id: 'CreateExperiment',
    examples: [
      {
        name: 'Price first',
        targetUrl: 'https://shop.example.com/pricing',
        variants: [{ name: 'Control' }, { name: 'Price first', css: '.price { order: -1 }' }],
        trafficSplit: 50,
      },
      {
        name: 'Short form',
        type: 'web_ab_test',
        surface: '/sign-up',
        engine: 'sequential',
        target_power: 0.8,
        mde: 0.1,
        primary_metric: 'signed_up',
        guardrail_metrics: ['-support_request'],
        variants: [
          { id: 'control', name: 'Six fields', weight: 0.5 },
          {
            id: 'short',
            name: 'Three fields',
            weight: 0.5,
            patch: { selector: '#more', action: 'set', attribute: 'class', value: 'hidden' },
          },
        ],
      },
      {
        name: 'Free delivery',
        surface: '/cart',
        variants: [{ name: 'Control' }, { name: 'Free delivery' }],
        primary_metric: { metric: 'purchase', measure: 'revenue', cap: 500, windowDays: 14 },
        guardrail_metrics: ['-refund', { metric: 'purchase', margin: 0.02 }],
        secondary_metrics: [{ metric: 'purchase', measure: 'ratio', denominator: 'checkout' }],
      },
    ],
  });

const changes = {
  ...bothTimes,
  ...bothSpellings,
  status: experimentStatus.optional(),
  variants: submittedVariants.optional(),
};

export const updateExperimentBody = z
  .strictObject(changes)
  .check(refuseDifferences)
  .meta({
    id: 'UpdateExperiment',
    examples: [{ status: 'running' }, { trafficSplit: 60, name: 'Price first, wider' }],
  });

export const updateExperimentByIdBody = z
  .strictObject({ ...changes, id: z.string().min(1).max(100) })
  .check(refuseDifferences)
  .meta({ id: 'UpdateExperimentById', examples: [{ id: 'exp_01h455vb4pex5vsknk084sn02q', status: 'paused' }] });

export const promoteBody = z
  .strictObject({ variantId: jsonText(100, 1) })
  .meta({ id: 'PromoteVariant', examples: [{ variantId: 'short' }] });
