import { z } from 'zod';
import { statisticsEngine } from '../../domain/experiments/schemas';
import { metricMeasure } from '../../domain/experiments/metrics/schemas';
import { numberWithin } from '../../domain/json/schemas';
import { numberLimits } from '../../domain/number-limits';
import { experimentFields, refuseDifferences } from './contract';

const measured = z.number().min(-1e15).max(1e15);

export const powerBody = z
  .strictObject({
    primaryMetric: experimentFields.primaryMetric.optional().meta({
      description:
        'Metric to derive the baseline, the CUPED variance reduction and the daily visitors from, over the last 14 days. ' +
        'Null uses the primary conversion. Replaces the baseline fields and `measure`.',
    }),
    primary_metric: experimentFields.primaryMetric.optional(),
    measure: metricMeasure.optional().meta({
      description:
        'Default: `conversion`, which needs `baselineRate`. The other measures need `baselineMean` and ' +
        '`baselineVariance`.',
    }),
    baselineRate: z.number().min(0.000001).max(1).optional().meta({ description: 'Conversion rate of the control.' }),
    baselineMean: measured
      .optional()
      .meta({ description: 'Mean of the control per visitor. Visitors without events count as 0.' }),
    baselineVariance: z
      .number()
      .min(0)
      .max(1e30)
      .optional()
      .meta({ description: 'Variance of the value per visitor.' }),
    engine: statisticsEngine.default('frequentist').meta({
      description:
        'Engine of the experiment. All engines except `frequentist` use sequential tests: you can check results at any ' +
        'time, but they need more visitors.',
    }),
    mde: experimentFields.mde.default(0.1),
    targetPower: experimentFields.targetPower.optional().meta({ description: 'Default: 0.8.' }),
    target_power: experimentFields.targetPower.optional(),
    alpha: experimentFields.alpha.default(0.05),
    variants: z.int().min(2).max(20).default(2).meta({ description: 'Number of variants, including the control.' }),
    varianceReduction: z
      .number()
      .min(0)
      .max(0.99)
      .optional()
      .meta({
        description:
          'Share of the variance that earlier behavior of the visitors explains (CUPED): the squared correlation with the ' +
          'metric. Default: measured over the last days of the metric, or 0 without a metric.',
      }),
    exposuresPerVariant: z
      .int()
      .min(1)
      .max(1e12)
      .optional()
      .meta({ description: 'Sample size per variant to compute `achievedPower` and `detectableEffect` for.' }),
    dailyVisitors: numberWithin(numberLimits.dailyVisitors).optional().meta({
      description: 'Daily visitors of the pages. Default with a metric: all visitors of its last days.',
    }),
    trafficSplit: z
      .number()
      .min(0.01)
      .max(100)
      .default(100)
      .meta({ description: 'Percentage of visitors included in the experiment.' }),
  })
  .check(refuseDifferences, requireBaseline)
  .meta({
    id: 'PlanExperiment',
    examples: [
      { baselineRate: 0.04, mde: 0.1, variants: 2, dailyVisitors: 5000 },
      { primaryMetric: { metric: 'purchase', measure: 'revenue' }, mde: 0.05 },
      { measure: 'revenue', baselineMean: 3.2, baselineVariance: 410, mde: 0.1, engine: 'sequential' },
    ],
  });

interface SubmittedBaseline {
  primaryMetric?: unknown;
  primary_metric?: unknown;
  measure?: string | undefined;
  baselineRate?: number | undefined;
  baselineMean?: number | undefined;
  baselineVariance?: number | undefined;
}

/** A metric has its own; a conversion has a rate, whose variance follows; everything else a mean and a variance. */
function requireBaseline({ value, issues }: { value: SubmittedBaseline; issues: z.core.$ZodRawIssue[] }): void {
  const { measure = 'conversion', primaryMetric = value.primary_metric } = value;
  const refuse = (path: string, message: string) =>
    issues.push({ code: 'custom', input: value, path: [path], message });
  if (primaryMetric !== undefined) {
    for (const field of ['measure', ...baselineFields] as const) {
      if (value[field] !== undefined) refuse(field, 'must be omitted because primaryMetric sets it');
    }
    return;
  }
  const needed: readonly string[] = measure === 'conversion' ? ['baselineRate'] : ['baselineMean', 'baselineVariance'];
  for (const field of baselineFields) {
    const isNeeded = needed.includes(field);
    if (isNeeded === (value[field] !== undefined)) continue;
    if (isNeeded) refuse(field, `Send ${field} or primaryMetric: the measure "${measure}" needs it.`);
    else refuse(field, `Remove ${field}: the measure "${measure}" uses ${needed.join(' and ')}.`);
  }
}

const baselineFields = ['baselineRate', 'baselineMean', 'baselineVariance'] as const;

export const powerResponse = z
  .object({
    measure: z.string(),
    baselineRate: z.number().nullable(),
    baselineMean: z.number().nullable(),
    baselineVariance: z.number().nullable(),
    engine: statisticsEngine,
    mde: z.number(),
    alpha: z.number(),
    targetPower: z.number(),
    target_power: z.number(),
    variants: z.number(),
    varianceReduction: z.number(),
    requiredPerVariant: z
      .number()
      .nullable()
      .meta({
        description:
          'Required visitors per variant. Null if the expected rate reaches 1, if a lower-is-better metric has an mde ' +
          'above 1, or if the metric has no variance.',
      }),
    total: z.number().nullable().meta({ description: 'Required visitors in total.' }),
    dailyVisitors: z.number().nullable(),
    days: z.number().nullable(),
    curve: z
      .array(
        z.object({ mde: z.number(), requiredPerVariant: z.number(), total: z.number(), days: z.number().nullable() }),
      )
      .meta({
        description: 'Sizes for other minimum effects, from half of `mde` to three times `mde`, smallest effect first.',
      }),
    past: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        visitors: z.int().min(0),
        counted: z
          .int()
          .min(0)
          .meta({ description: 'Visitors in the sample. Large populations are sampled at random.' }),
        currency: z.string().nullable().meta({ description: 'Currency of the amounts.' }),
      })
      .nullable()
      .meta({ description: 'Source of the baseline. Null without `primaryMetric`.' }),
    achievedPower: z.number().nullable().meta({
      description:
        'Probability that `exposuresPerVariant` detect an effect of `mde`. Null without `exposuresPerVariant`.',
    }),
    detectableEffect: z
      .number()
      .nullable()
      .meta({
        description:
          'Smallest relative effect that `exposuresPerVariant` detect with `targetPower`. Null without ' +
          '`exposuresPerVariant`.',
      }),
  })
  .meta({ id: 'ExperimentPlan' });
