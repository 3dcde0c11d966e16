import { z } from 'zod';
import {
  experimentMode,
  experimentStatus,
  patchChange,
  statisticsEngine,
  type Variant,
} from '../../domain/experiments/schemas';
import { patternProblem } from '../../domain/experiments/pattern-problem';
import { pathOfPattern } from '../../domain/experiments/url-pattern';
import { visitorId } from '../../domain/identity/schemas';
import { jsonText } from '../../domain/json/schemas';

/** Bodies of experiments in both of their forms: fields may be spelled in either way (specification, "Experiment"). */

const refusePattern = (pattern: string, context: z.RefinementCtx): void => {
  const problem = patternProblem(pattern);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
};

const targetUrl = jsonText(2_000, 1).regex(/\S/, 'names no page').superRefine(refusePattern).meta({
  description:
    'Pattern of the pages that it runs on: `/pricing`, `/blog/*`, a host and path, or `re:` and an expression.',
});

const variantContent = jsonText(100_000).nullable().optional();
const strictChange = z
  .strictObject(patchChange.shape)
  .refine(({ action, value }) => action === 'remove' || value !== undefined, {
    path: ['value'],
    message: 'is required with append and set',
  });

const givenVariant = z
  .strictObject({
    id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'has to be 1 to 64 letters, digits, hyphens or underscores')
      .optional()
      .meta({ description: 'A slug of the name unless given.' }),
    name: jsonText(200, 1).optional(),
    weight: z.number().min(0).max(1).optional().meta({ description: 'Equal unless given. They sum to 1.' }),
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
      .meta({ description: 'Of a multivariate experiment: the level of each factor.' }),
  })
  .refine(({ id, name }) => id !== undefined || name !== undefined, { path: ['name'], message: 'is required' })
  .meta({ id: 'GivenVariant' });

/** Under their first spelling. */
export const experimentFields = {
  name: jsonText(200, 1),
  type: jsonText(100, 1).meta({ description: '`web_ab_test` unless given.' }),
  surface: jsonText(2_000, 1).meta({ description: 'The path of `targetUrl`; stands for it when it is not given.' }),
  targetUrl,
  trafficSplit: z.number().min(0).max(100).meta({ description: 'Percentage of visitors that take part.' }),
  mode: experimentMode,
  engine: statisticsEngine,
  // Beyond these bounds no sample would ever do, and its size is no number any more.
  targetPower: z.number().min(0.01).max(0.9999),
  mde: z.number().min(0.0001).max(100).meta({ description: 'The effect to be found, relative to the control’s rate.' }),
  alpha: z.number().min(0.000001).max(0.9999),
  primaryMetric: jsonText(200, 1)
    .nullable()
    .meta({ description: 'A conversion’s id or an event’s name; null for the primary conversion.' }),
  guardrailMetrics: z
    .array(jsonText(200, 1))
    .max(20)
    .meta({ description: 'Metrics that it must not harm; `-metric` when lower is better.' }),
  attributionWindowDays: z.number().int().min(1).max(90).nullable().meta({
    description: 'Days of 24 hours after a visitor’s exposure within which conversions count; null for no such end.',
  }),
  beliefId: jsonText(100, 1).nullable(),
  exclusionGroup: jsonText(200, 1).nullable().meta({ description: 'Experiments of one group share no visitor.' }),
};

/** Every field under its other name. */
const spellings = {
  target_url: 'targetUrl',
  traffic_split: 'trafficSplit',
  target_power: 'targetPower',
  primary_metric: 'primaryMetric',
  guardrail_metrics: 'guardrailMetrics',
  attribution_window_days: 'attributionWindowDays',
  belief_id: 'beliefId',
  exclusion_group: 'exclusionGroup',
} as const;

const bothSpellings = z
  .object({
    ...experimentFields,
    target_url: experimentFields.targetUrl,
    traffic_split: experimentFields.trafficSplit,
    target_power: experimentFields.targetPower,
    primary_metric: experimentFields.primaryMetric,
    guardrail_metrics: experimentFields.guardrailMetrics,
    attribution_window_days: experimentFields.attributionWindowDays,
    belief_id: experimentFields.beliefId,
    exclusion_group: experimentFields.exclusionGroup,
  })
  .partial().shape;

type BothSpellings = Partial<z.infer<z.ZodObject<typeof bothSpellings>>>;

interface Checked {
  value: BothSpellings;
  issues: z.core.$ZodRawIssue[];
}

/** Refuses what is given in both spellings, or as a path and as an address, and differs. */
export function refuseDifferences({ value, issues }: Checked): void {
  const refuse = (path: string, message: string) =>
    issues.push({ code: 'custom', path: [path], message, input: value });
  for (const [name, other] of Object.entries(spellings) as [keyof typeof spellings, keyof typeof experimentFields][]) {
    const isGivenTwice = value[name] !== undefined && value[other] !== undefined;
    if (isGivenTwice && JSON.stringify(value[name]) !== JSON.stringify(value[other])) {
      refuse(name, `is also given as ${other}, which differs`);
    }
  }
  const { surface, targetUrl = value.target_url } = value;
  if (surface === undefined || targetUrl === undefined || surface === targetUrl) return;
  if (withoutSlash(surface) !== withoutSlash(pathOfPattern(targetUrl) ?? '')) {
    refuse('surface', 'is the path of targetUrl, and differs from it');
  }
}

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '');

/** The fields of a body under one name each. `surface` alone stands for `targetUrl`. */
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
    attributionWindowDays:
      body.attributionWindowDays === undefined ? body.attribution_window_days : body.attributionWindowDays,
    beliefId: body.beliefId === undefined ? body.belief_id : body.beliefId,
    exclusionGroup: body.exclusionGroup === undefined ? body.exclusion_group : body.exclusionGroup,
  };
}

const givenVariants = z
  .array(givenVariant)
  .min(2, 'needs at least a control and one more')
  .max(20)
  .meta({ description: 'The control first.' });

export const createExperimentBody = z
  .strictObject({ ...bothSpellings, name: experimentFields.name, variants: givenVariants })
  .check(refuseDifferences)
  .refine((body) => (body.targetUrl ?? body.target_url ?? body.surface) !== undefined, {
    path: ['targetUrl'],
    message: 'is required, as `targetUrl` or as `surface`',
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
        ...{ name: 'Short form', type: 'web_ab_test', surface: '/sign-up', engine: 'sequential' },
        ...{ target_power: 0.8, mde: 0.1, primary_metric: 'signed_up', guardrail_metrics: ['-support_request'] },
        variants: [
          { id: 'control', name: 'Six fields', weight: 0.5 },
          {
            ...{ id: 'short', name: 'Three fields', weight: 0.5 },
            patch: { selector: '#more', action: 'set', attribute: 'class', value: 'hidden' },
          },
        ],
      },
    ],
  });

const changes = { ...bothSpellings, status: experimentStatus.optional(), variants: givenVariants.optional() };

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

export const assignBody = z
  .strictObject({
    visitorId,
    expose: z.boolean().default(true).meta({ description: 'Whether the visitor will see the variant, and counts.' }),
  })
  .meta({ id: 'AssignVisitor', examples: [{ visitorId: 'v-8f14e45f' }, { visitorId: 'v-8f14e45f', expose: false }] });

export const assignment = z
  .object({ variantId: z.string().nullable(), inExperiment: z.boolean() })
  .meta({ id: 'Assignment' });

export const previewLinkBody = z
  .strictObject({
    variantId: jsonText(100, 1),
    url: jsonText(2_000, 1).optional().meta({
      description: 'Address of the page. May be left out when `targetUrl` is the address of one page.',
    }),
  })
  .meta({ id: 'MakePreviewLink', examples: [{ variantId: 'short', url: 'https://shop.example.com/sign-up' }] });

export const previewLink = z.object({ url: z.string(), expiresAt: z.iso.datetime() }).meta({ id: 'PreviewLink' });

const variantRecord: z.ZodType<Variant> = z
  .object({
    id: z.string(),
    name: z.string(),
    weight: z.number(),
    css: z.string().optional(),
    js: z.string().optional(),
    patch: z.union([z.array(patchChange), patchChange]).optional(),
    levels: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'Variant' });

const time = z.iso.datetime().nullable();
const text = z.string().nullable();
const days = z.number().int().nullable();

/** An experiment as it is answered: every field in both of its spellings. */
export const experimentRecord = z
  .object({
    id: z.string(),
    exp_id: z.string().meta({ description: 'The same as `id`.' }),
    name: z.string(),
    status: experimentStatus,
    type: z.string(),
    surface: text.meta({ description: 'The path of `targetUrl`; null for a regular expression.' }),
    ...{ targetUrl: z.string(), target_url: z.string() },
    ...{ trafficSplit: z.number(), traffic_split: z.number() },
    mode: experimentMode,
    engine: statisticsEngine,
    ...{ targetPower: z.number(), target_power: z.number() },
    mde: z.number(),
    alpha: z.number(),
    ...{ primaryMetric: text, primary_metric: text },
    ...{ guardrailMetrics: z.array(z.string()), guardrail_metrics: z.array(z.string()) },
    ...{ attributionWindowDays: days, attribution_window_days: days },
    ...{ beliefId: text, belief_id: text, exclusionGroup: text, exclusion_group: text },
    variants: z.array(variantRecord).meta({ description: 'The control first.' }),
    ...{ promotedVariantId: text, promoted_variant_id: text },
    startedAt: time.meta({ description: 'When it first ran.' }),
    endedAt: time.meta({ description: 'When it was last completed; null while it runs.' }),
    ...{ started_at: time, ended_at: time },
    ...{ createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() },
    ...{ created_at: z.iso.datetime(), updated_at: z.iso.datetime() },
    results: z
      .record(z.string(), z.object({ exposures: z.number(), conversions: z.number(), rate: z.number().nullable() }))
      .meta({ description: 'By variant id. Empty in lists, after writes and in drafts: see `links.results`.' }),
    confidence: z.number().nullable().meta({ description: '0 to 1; null where no results are computed.' }),
    resultsUrl: z.string().meta({ description: 'The page with its results.' }),
    results_url: z.string(),
    links: z.object({ results: z.string().meta({ description: 'The route of its results.' }) }),
  })
  .meta({ id: 'Experiment' });
