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
        'A metric whose last 14 days say the baseline, the variance that the past of visitors takes away, and the visitors of a day, as ' +
        'an experiment over these days would have counted them. Null for the primary conversion. It stands for the baseline and `measure`.',
    }),
    primary_metric: experimentFields.primaryMetric.optional(),
    measure: metricMeasure.optional().meta({
      description:
        '`conversion` unless given, which needs `baselineRate`; the others need `baselineMean` and `baselineVariance`.',
    }),
    baselineRate: z.number().min(0.000001).max(1).optional().meta({ description: 'The control’s rate.' }),
    baselineMean: measured
      .optional()
      .meta({ description: 'The control’s mean for each visitor; visitors without any count as 0.' }),
    baselineVariance: z.number().min(0).max(1e30).optional().meta({ description: 'Of a visitor’s value.' }),
    engine: statisticsEngine
      .default('frequentist')
      .meta({ description: 'The others decide by sequences, which may be looked at always and need more visitors.' }),
    mde: experimentFields.mde.default(0.1),
    targetPower: experimentFields.targetPower.optional().meta({ description: '0.8 unless given.' }),
    target_power: experimentFields.targetPower.optional(),
    alpha: experimentFields.alpha.default(0.05),
    variants: z.int().min(2).max(20).default(2).meta({ description: 'With the control.' }),
    varianceReduction: z
      .number()
      .min(0)
      .max(0.99)
      .optional()
      .meta({
        description:
          'The share of variance that the past of visitors takes away (CUPED): the square of its correlation with the metric. That of the ' +
          'metric’s last days unless given, and 0 without a metric.',
      }),
    exposuresPerVariant: z
      .int()
      .min(1)
      .max(1e12)
      .optional()
      .meta({ description: 'A size, for `achievedPower` and `detectableEffect`.' }),
    dailyVisitors: numberWithin(numberLimits.dailyVisitors).optional().meta({
      description: 'Visitors of the pages in a day. With a metric all visitors of its last days unless given.',
    }),
    trafficSplit: z
      .number()
      .min(0.01)
      .max(100)
      .default(100)
      .meta({ description: 'Percentage of them that take part.' }),
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

interface GivenBaseline {
  primaryMetric?: unknown;
  primary_metric?: unknown;
  measure?: string | undefined;
  baselineRate?: number | undefined;
  baselineMean?: number | undefined;
  baselineVariance?: number | undefined;
}

/** A metric has its own; a conversion has a rate, whose variance follows; everything else a mean and a variance. */
function requireBaseline({ value, issues }: { value: GivenBaseline; issues: z.core.$ZodRawIssue[] }): void {
  const { measure = 'conversion', primaryMetric = value.primary_metric } = value;
  const refuse = (path: string, message: string) =>
    issues.push({ code: 'custom', input: value, path: [path], message });
  if (primaryMetric !== undefined) {
    for (const field of ['measure', ...baselineFields] as const) {
      if (value[field] !== undefined) refuse(field, 'Leave it out: primaryMetric says it.');
    }
    return;
  }
  const needed: readonly string[] = measure === 'conversion' ? ['baselineRate'] : ['baselineMean', 'baselineVariance'];
  for (const field of baselineFields) {
    const isNeeded = needed.includes(field);
    if (isNeeded === (value[field] !== undefined)) continue;
    if (isNeeded) refuse(field, `Give ${field}, or primaryMetric: the measure "${measure}" is planned by it.`);
    else refuse(field, `Leave ${field} out: the measure "${measure}" is planned by ${needed.join(' and ')}.`);
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
          'Visitors of each variant. Null where the rate times 1 + mde is 1 or more, for a metric of which less is better where mde is ' +
          'above 1, and where nothing varies.',
      }),
    total: z.number().nullable().meta({ description: 'Visitors of all variants.' }),
    dailyVisitors: z.number().nullable(),
    days: z.number().nullable(),
    past: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        visitors: z.int().min(0),
        counted: z.int().min(0).meta({ description: 'Of them, drawn at random where there are many.' }),
        currency: z.string().nullable().meta({ description: 'Of amounts.' }),
      })
      .nullable()
      .meta({ description: 'What a baseline was counted from. Null without `primaryMetric`.' }),
    achievedPower: z
      .number()
      .nullable()
      .meta({ description: 'The chance that `exposuresPerVariant` find an effect of `mde`. Null without them.' }),
    detectableEffect: z.number().nullable().meta({
      description:
        'The smallest relative effect that `exposuresPerVariant` find with `targetPower`. Null without them.',
    }),
  })
  .meta({ id: 'ExperimentPlan' });
