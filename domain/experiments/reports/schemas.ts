import { z } from 'zod';
import { metricMeasure } from '../metrics/schemas';
import { experimentStatus, statisticsEngine } from '../schemas';
import { dataQuality } from './quality/schemas';
import { experimentSeries } from './series/schemas';

const count = z.number().int().min(0);
const share = z.number().min(0).max(1);
const pValue = share.nullable();
const interval = z.tuple([z.number(), z.number()]);

const comparison = {
  lift: z
    .number()
    .nullable()
    .meta({ description: 'Relative difference from the control. Null if the control’s value is 0.' }),
  liftInterval95: interval.nullable().meta({
    description:
      'Confidence interval of the lift at the level 1 - alpha. It excludes 0 exactly when `pValue` is below ' +
      'alpha. Null if a bound is not finite or if there is no variance.',
  }),
  adjustedLiftInterval95: interval.nullable().meta({
    description:
      'The same interval at the level that the correction uses for this variant. It excludes 0 exactly when ' +
      '`adjustedPValue` is below alpha.',
  }),
  pValue: pValue.meta({
    description:
      'Two-sided p-value. 1 if there is no variance; null for the control and while an arm is empty. Under ' +
      '`frequentist` it is valid for one look, under the other engines for any number of looks.',
  }),
  adjustedPValue: pValue.meta({
    description:
      'p-value with the Holm correction across treatments (primary metric) or guardrails and treatments, and ' +
      'with the Benjamini-Hochberg correction for secondary metrics.',
  }),
  difference: z.number().nullable().meta({
    description: 'Absolute difference from the control, in the unit of the metric: 0.08 is 8 points of a rate.',
  }),
  differenceInterval95: interval.nullable().meta({
    description: 'Confidence interval of the difference by the same test, at the level 1 - alpha.',
  }),
  adjustedDifferenceInterval95: interval.nullable().meta({
    description: 'The same interval at the level that the correction uses for this variant.',
  }),
};

const adjustedComparison = {
  ...comparison,
  cuped: z
    .object({ varianceReduction: share })
    .optional()
    .meta({
      description:
        'Present if the comparison adjusts for visitors’ past behavior. `varianceReduction` is the share of ' +
        'variance removed.',
    }),
  unadjusted: z
    .object(comparison)
    .optional()
    .meta({ description: 'The comparison without CUPED. Present with `cuped`.' }),
};

const variantResult = z
  .object({
    variantId: z.string(),
    name: z.string(),
    exposures: count.meta({ description: 'Exposed visitors. Visitors who saw two variants are excluded.' }),
    conversions: count.meta({ description: 'Visitors who converted after their first exposure.' }),
    rate: share,
    credibleInterval95: z
      .tuple([share, share])
      .meta({ description: 'Equal-tailed credible interval with a uniform prior.' }),
    ...adjustedComparison,
    probabilityBest: share,
    expectedLoss: z.number().min(0).meta({ description: 'E[max(best other - own, 0)], in the unit of the metric.' }),
    revenue: z
      .object({ perVisitor: z.number(), ...adjustedComparison })
      .optional()
      .meta({ description: 'In major units of `currency`. Absent if there was no revenue.' }),
  })
  .meta({ id: 'VariantResult' });

const metricResult = z
  .object({
    metric: z.string().nullable().meta({ description: 'Null for the default, the primary conversion.' }),
    measure: metricMeasure,
    role: z.enum(['primary', 'secondary', 'guardrail']),
    variants: z.array(
      z.object({
        variantId: z.string(),
        value: z.number().meta({ description: 'Value per visitor: the rate, the mean or the ratio.' }),
        ...adjustedComparison,
      }),
    ),
  })
  .meta({ id: 'MetricResult' });

const guardrailResult = z
  .object({
    metric: z.string(),
    margin: z
      .number()
      .optional()
      .meta({ description: 'The relative loss below which a treatment counts as non-inferior.' }),
    variants: z.array(
      z.object({
        variantId: z.string(),
        rate: z
          .number()
          .meta({ description: 'The rate (0 to 1) for a conversion; the mean or the ratio for other measures.' }),
        pValue: pValue.meta({ description: 'One-sided, for one look, not corrected. Small if worse.' }),
        harmed: z.boolean().meta({
          description:
            'Whether the treatment is worse, with the Holm correction across guardrails and treatments. Always ' +
            'valid; under `frequentist` tested once, at the decision.',
        }),
        nonInferior: z.boolean().nullable().optional().meta({
          description:
            'For a guardrail with a margin: whether the treatment is proven to be non-inferior. Null for the control.',
        }),
      }),
    ),
  })
  .meta({ id: 'GuardrailResult', description: 'One-sided test of whether a treatment is worse than the control.' });

const homogeneity = { chiSquare: z.number().min(0), df: count, pValue: share };

const mainEffect = z
  .object({
    factor: z.string(),
    ...homogeneity,
    adjustedPValue: share,
    levels: z.array(z.object({ level: z.string(), exposures: count, conversions: count, rate: share })),
  })
  .meta({ id: 'MainEffect', description: 'The effect of one factor, regardless of the other factors.' });

const dailyResult = z
  .object({
    date: z.iso.date().meta({ description: 'Date in the workspace’s timezone.' }),
    variants: z.array(z.object({ variantId: z.string(), exposures: count, conversions: count })),
  })
  .meta({ id: 'DailyResult', description: 'Visitors first exposed, and visitors who first converted, on the day.' });

const instant = z.iso.datetime().nullable();

export const recommendation = z
  .enum(['collecting', 'ship', 'stop_no_effect', 'roll_back', 'inconclusive', 'check_data'])
  .meta({ description: 'That of `decision`, if there is one. `check_data` during a sample ratio mismatch.' });

export const breakdownDimension = z.enum(['channel', 'device', 'returning']);

const breakdown = z
  .object({
    by: breakdownDimension,
    exploratory: z.literal(true),
    segments: z.array(
      z.object({
        segment: z.string().meta({ description: 'A channel, a device, `new` or `returning`, or `unknown`.' }),
        variants: z.array(z.object({ variantId: z.string(), exposures: count, conversions: count, rate: share })),
        metrics: z.array(metricResult),
      }),
    ),
  })
  .meta({
    id: 'Breakdown',
    description:
      'Every metric by segment. Exploratory: `adjustedPValue` uses the Benjamini-Hochberg correction across ' +
      'all segments, metrics and treatments, and no recommendation is based on it.',
  });

export const experimentResults = z
  .object({
    experimentId: z.string(),
    engine: statisticsEngine,
    status: experimentStatus,
    primaryMetric: z.string().nullable().meta({
      description:
        'Id of a conversion or name of an event. The primary conversion if no metric is set; null if there is none.',
    }),
    startedAt: instant,
    endedAt: instant.meta({ description: 'Later events do not count.' }),
    alpha: share,
    variants: z.array(variantResult).meta({ description: 'The control comes first.' }),
    metrics: z
      .array(metricResult)
      .meta({ description: 'The primary metric first, then secondary metrics and guardrails.' }),
    guardrails: z.array(guardrailResult),
    srm: z
      .object({
        chiSquare: z.number().min(0),
        pValue: share.meta({ description: 'p-value of the chi-square test, for one look.' }),
        mismatch: z.boolean().meta({ description: 'Result of an always-valid multinomial test at 0.001.' }),
        unexpected: count.meta({
          description: 'Visitors of variants with weight 0. A large number counts as a mismatch.',
        }),
      })
      .meta({ description: 'Sample ratio check of variant sizes against the weights at each exposure.' }),
    power: z.object({
      baselineRate: z.number().meta({ description: 'Mean of the control per visitor. For a conversion, its rate.' }),
      mde: z.number(),
      targetPower: share,
      requiredPerVariant: count.nullable().meta({
        description:
          'Visitors needed per variant, at alpha divided by the number of treatments and with the boundary of ' +
          'the engine. For metrics other than rates, at least enough for 30 values per variant. Null while the ' +
          'control’s value is 0, if the rate times 1 + mde is at least 1, or if lower is better and mde is ' +
          'above 1.',
      }),
      progress: share.meta({
        description: 'Share of the required size that the smallest variant has. Weights of 0 are ignored.',
      }),
      achievedPower: share.nullable().meta({
        description:
          'Probability of detecting an effect of `mde` at the smallest variant’s size. For metrics other than ' +
          'rates, null below 30 values.',
      }),
      detectableEffect: z
        .number()
        .nullable()
        .meta({ description: 'Smallest relative effect that this size can detect with `targetPower`.' }),
    }),
    decision: z
      .object({
        at: z.iso.datetime(),
        recommendation,
        counts: z.array(z.object({ variantId: z.string(), exposures: count, conversions: count })),
      })
      .nullable()
      .meta({ description: 'Later data does not change the decision.' }),
    estimates: z
      .array(
        z.object({
          variantId: z.string(),
          value: z.number(),
          lift: z.number().nullable(),
          liftInterval95: interval.nullable(),
        }),
      )
      .meta({
        description: 'The primary metric compared with the control: at the decision, or now if there is none.',
      }),
    confidence: share,
    recommendation,
    recommendedVariantId: z
      .string()
      .nullable()
      .meta({ description: 'The variant to promote: the winner for `ship`, the control for `roll_back`, else null.' }),
    isEstimateBiased: z.boolean().meta({
      description:
        'Whether weights follow the results (`thompson`). Arms with poor early results get fewer visitors, so ' +
        'their means are too low on average.',
    }),
    crossovers: count.meta({ description: 'Visitors who saw two variants.' }),
    currency: z.string().nullable(),
    multivariate: z
      .object({ homogeneity: z.object(homogeneity), mainEffects: z.array(mainEffect) })
      .optional()
      .meta({ description: 'Present if the variants are combinations of levels of the same factors.' }),
    daily: z.array(dailyResult),
    series: experimentSeries.optional().meta({ description: 'Absent if `by` is set.' }),
    baselineVariantId: z.string().meta({ description: 'The variant that the others are compared with.' }),
    daysLeft: count.nullable().meta({
      description:
        'Days until the planned size is reached, at the pace of the last 7 days. Null if it is unknown, and unless the ' +
        'experiment runs without a decision. Null for bandits, which do not wait for a size.',
    }),
    dataQuality,
    backlog: z
      .object({
        visits: count.meta({ description: 'Minimum number of visits that are not counted yet.' }),
        since: z.iso.datetime().meta({ description: 'When the oldest of them was stored.' }),
        message: z.string().meta({ description: 'Effect on the results and what to do.' }),
      })
      .nullable()
      .meta({
        description:
          'Present while more than 50,000 visits are not counted yet, or fewer if counting takes longer than ' +
          '10 seconds. The results exclude these visits, and no decision is made. Null if every event stored ' +
          'before the call is counted.',
      }),
    breakdown: breakdown.optional().meta({ description: 'Present if `by` is set.' }),
  })
  .meta({ id: 'ExperimentResults' });

export const experimentAuditEntry = z
  .object({
    timestamp: z.iso.datetime(),
    actor: z.string().meta({ description: 'Id of the user or key, or `system`.' }),
    actorName: z.string().nullable().meta({ description: 'Current name of the user or key. Null if it was deleted.' }),
    action: z.string().meta({ example: 'experiment.updated' }),
    metadata: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Changed `fields`, `weights` by variant id, `trafficSplit`.' }),
  })
  .meta({ id: 'ExperimentAuditEntry' });
