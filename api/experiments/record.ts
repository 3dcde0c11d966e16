import { z } from 'zod';
import {
  experimentMode,
  experimentStatus,
  patchChange,
  statisticsEngine,
  type Variant,
} from '../../domain/experiments/schemas';
import { recommendation } from '../../domain/experiments/reports/schemas';
import { metricDefinition } from '../../domain/experiments/metrics/schemas';

export const variantRecord: z.ZodType<Variant> = z
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

const submittedMetric = z.union([z.string(), metricDefinition]).meta({ description: 'Value as sent.' });

/** An experiment in responses: each field in camelCase and snake_case. */
export const experimentRecord = z
  .object({
    id: z.string(),
    exp_id: z.string().meta({ description: 'The same as `id`.' }),
    name: z.string(),
    status: experimentStatus,
    type: z.string(),
    surface: text.meta({ description: 'Path of `targetUrl`. Null for a regular expression.' }),
    targetUrl: z.string(),
    target_url: z.string(),
    trafficSplit: z.number(),
    traffic_split: z.number(),
    mode: experimentMode,
    engine: statisticsEngine,
    targetPower: z.number(),
    target_power: z.number(),
    mde: z.number(),
    alpha: z.number(),
    primaryMetric: submittedMetric.nullable(),
    primary_metric: submittedMetric.nullable(),
    guardrailMetrics: z.array(submittedMetric),
    guardrail_metrics: z.array(submittedMetric),
    secondaryMetrics: z.array(submittedMetric),
    secondary_metrics: z.array(submittedMetric),
    cuped: z.boolean(),
    attributionWindowDays: days,
    attribution_window_days: days,
    beliefId: text,
    belief_id: text,
    exclusionGroup: text,
    exclusion_group: text,
    variants: z.array(variantRecord).meta({ description: 'Variants. The first one is the control.' }),
    promotedVariantId: text,
    promoted_variant_id: text,
    startedAt: time.meta({ description: 'Time of the first start.' }),
    endedAt: time.meta({ description: 'Time of the last completion. Null while the experiment runs.' }),
    started_at: time,
    ended_at: time,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    results: z
      .record(z.string(), z.object({ exposures: z.number(), conversions: z.number(), rate: z.number().nullable() }))
      .meta({
        description:
          'Results by variant id at the last evaluation. Empty for drafts and before the first evaluation. See ' +
          '`links.results`.',
      }),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'Confidence from 0 to 1. 0 before the first evaluation.' }),
    recommendation: recommendation.nullable().meta({ description: 'Null if `results` is empty.' }),
    daysLeft: days.meta({
      description:
        'Days until the planned size is reached, at the pace of the last 7 days. Null if it is unknown, and unless the ' +
        'experiment runs without a decision.',
    }),
    days_left: days,
    warnings: z
      .array(z.string())
      .optional()
      .meta({ description: 'In the response to a start: metrics that count nothing. Empty if there are none.' }),
    resultsUrl: z.string().meta({ description: 'URL of the results page in the console.' }),
    results_url: z.string(),
    links: z.object({ results: z.string().meta({ description: 'URL of the results in the API.' }) }),
  })
  .meta({ id: 'Experiment' });
