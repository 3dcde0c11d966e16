import { z } from 'zod';
import { metricMeasure } from '../metrics/schemas';
import { experimentStatus, statisticsEngine } from '../schemas';

/** Shapes of an experiment's results (contract, sections 5 and 10). */

const count = z.number().int().min(0);
const share = z.number().min(0).max(1);
const pValue = share.nullable();
const interval = z.tuple([z.number(), z.number()]);

const comparison = {
  lift: z.number().nullable().meta({ description: 'Relative to the control. Null where the control has nothing.' }),
  liftInterval95: interval.nullable().meta({
    description:
      'Of the lift, at the confidence 1 - alpha: it excludes 0 exactly when `pValue` is below alpha. Null where an end is not finite, and ' +
      'where nothing varies.',
  }),
  adjustedLiftInterval95: interval.nullable().meta({
    description:
      'The same interval at the level at which the correction tests this variant: it excludes 0 exactly when `adjustedPValue` is below alpha.',
  }),
  pValue: pValue.meta({
    description:
      'Two-sided; 1 where nothing varies, null for the control and while an arm is empty. Valid at one look under `frequentist`, however ' +
      'often it is looked at under the other engines.',
  }),
  adjustedPValue: pValue.meta({
    description:
      'By Holm over treatments (primary) or guardrails and treatments, by Benjamini and Hochberg for secondary metrics.',
  }),
};

const adjustedComparison = {
  ...comparison,
  cuped: z.object({ varianceReduction: share }).optional().meta({
    description:
      'There where the comparison takes the past of visitors into account: the share of variance taken away.',
  }),
  unadjusted: z.object(comparison).optional().meta({ description: 'Without the past; there where `cuped` is.' }),
};

const variantResult = z
  .object({
    variantId: z.string(),
    name: z.string(),
    exposures: count.meta({ description: 'Visitors. Those who saw two variants count for none.' }),
    conversions: count.meta({ description: 'Visitors who converted after their first exposure.' }),
    rate: share,
    credibleInterval95: z.tuple([share, share]).meta({ description: 'Equal-tailed, under a uniform prior.' }),
    ...adjustedComparison,
    probabilityBest: share,
    expectedLoss: z
      .number()
      .min(0)
      .meta({ description: 'E[max(best of the others - its own, 0)], in the unit of the primary metric.' }),
    revenue: z
      .object({ perVisitor: z.number(), ...adjustedComparison })
      .optional()
      .meta({ description: 'In major units of `currency`. Absent when there was none.' }),
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
        value: z.number().meta({ description: 'For each visitor: the rate, the mean, or the ratio.' }),
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
      .meta({ description: 'The relative loss below which a treatment counts as no worse.' }),
    variants: z.array(
      z.object({
        variantId: z.string(),
        rate: z
          .number()
          .meta({ description: 'Of a conversion the rate, 0 to 1; of other measures the mean or the ratio.' }),
        pValue: pValue.meta({
          description: 'One-sided, not corrected, for one look: small when the treatment is worse.',
        }),
        harmed: z.boolean().meta({
          description:
            'The treatment is worse, by Holm over guardrails and treatments: always valid, or under `frequentist` judged once, at the decision.',
        }),
        nonInferior: z
          .boolean()
          .nullable()
          .optional()
          .meta({ description: 'Of a guardrail with a margin: proved not to be worse by more. Null for the control.' }),
      }),
    ),
  })
  .meta({ id: 'GuardrailResult', description: 'One-sided: whether a treatment is worse than the control.' });

const homogeneity = { chiSquare: z.number().min(0), df: count, pValue: share };

const mainEffect = z
  .object({
    factor: z.string(),
    ...homogeneity,
    adjustedPValue: share,
    levels: z.array(z.object({ level: z.string(), exposures: count, conversions: count, rate: share })),
  })
  .meta({ id: 'MainEffect', description: 'What the levels of a factor do, whatever the others.' });

const dailyResult = z
  .object({
    date: z.iso.date().meta({ description: "Of the workspace's timezone." }),
    variants: z.array(z.object({ variantId: z.string(), exposures: count, conversions: count })),
  })
  .meta({ id: 'DailyResult', description: 'Visitors who were first exposed, and who first converted, on the day.' });

const instant = z.iso.datetime().nullable();

export const recommendation = z
  .enum(['collecting', 'ship', 'stop_no_effect', 'roll_back', 'inconclusive', 'check_data'])
  .meta({ description: 'That of `decision` once there is one; `check_data` as long as sample ratios do not fit.' });

const finding = {
  flagged: z.boolean().meta({ description: 'Worth a look before the figures are trusted.' }),
  meaning: z.string().meta({ description: 'What it is, and what to do about it.' }),
};

const dataQuality = z
  .object({
    sampleRatio: z.object({ ...finding, pValue: share }),
    crossovers: z.object({ ...finding, visitors: count, share }),
    bots: z.object({ ...finding, visitors: count }),
    delayedEvents: z.object({ ...finding, visitors: count, share }),
    currencies: z.object({
      ...finding,
      currency: z.string().nullable().meta({ description: 'That of the figures; null without amounts.' }),
      leftOut: count.meta({ description: 'Visitors with amounts in another currency, which revenue leaves out.' }),
      several: count.meta({ description: 'Of them those with amounts in several.' }),
      variants: z.array(z.object({ variantId: z.string(), visitors: count })),
    }),
    exposureRate: z.object({
      ...finding,
      days: z.array(z.object({ date: z.iso.date(), exposures: count, visitors: count, rate: share.nullable() })),
    }),
    earlierStart: z.object({
      ...finding,
      at: instant.meta({ description: 'Its first start, when it was made a draft again since; else null.' }),
    }),
    weightsChanged: z.object({
      ...finding,
      at: instant.meta({
        description:
          'When visitors first came under other weights than before; null when none did, and under `thompson`, whose weights follow the results.',
      }),
    }),
  })
  .meta({ id: 'DataQuality', description: 'What may be wrong with the data behind the figures.' });

export const breakdownDimension = z.enum(['channel', 'device', 'returning']);

const breakdown = z
  .object({
    by: breakdownDimension,
    exploratory: z.literal(true),
    segments: z.array(
      z.object({
        segment: z.string().meta({
          description: 'A channel, a device, `new` or `returning` at the exposure; `unknown` where it is not known.',
        }),
        variants: z.array(z.object({ variantId: z.string(), exposures: count, conversions: count, rate: share })),
        metrics: z.array(metricResult),
      }),
    ),
  })
  .meta({
    id: 'Breakdown',
    description:
      'Every metric by segment. Exploratory: `adjustedPValue` is by Benjamini and Hochberg over all segments, metrics and treatments, and no ' +
      'verdict follows from it.',
  });

export const experimentResults = z
  .object({
    experimentId: z.string(),
    engine: statisticsEngine,
    status: experimentStatus,
    primaryMetric: z.string().nullable().meta({
      description:
        "A conversion's id or an event's name: that of the primary conversion where none was given, null without one.",
    }),
    startedAt: instant,
    endedAt: instant.meta({ description: 'What happened later does not count.' }),
    alpha: share,
    variants: z.array(variantResult).meta({ description: 'The control first.' }),
    metrics: z
      .array(metricResult)
      .meta({ description: 'The primary metric first, then secondary ones and guardrails.' }),
    guardrails: z.array(guardrailResult),
    srm: z
      .object({
        chiSquare: z.number().min(0),
        pValue: share.meta({ description: 'Of the chi-square: for one look.' }),
        mismatch: z.boolean().meta({ description: 'By an always valid multinomial test at 0.001.' }),
        unexpected: count.meta({
          description:
            'Visitors of variants that had no weight at any exposure. They have no part in the test, and are a mismatch when they are many.',
        }),
      })
      .meta({ description: 'Whether variants are as large as the weights in force at each exposure make them.' }),
    power: z.object({
      baselineRate: z.number().meta({ description: "The control's mean for each visitor; of a conversion its rate." }),
      mde: z.number(),
      targetPower: share,
      requiredPerVariant: count.nullable().meta({
        description:
          'At alpha over the number of treatments, by the engine’s own boundary; of what is no rate at least what thirty values of each ' +
          'variant take. Null while the control has nothing, where the rate times 1 + mde is 1 or more, and where less is better and mde is ' +
          'above 1.',
      }),
      progress: share.meta({
        description: 'Of that size, what the smallest variant has. Treatments of weight 0 are not waited for.',
      }),
      achievedPower: share.nullable().meta({
        description:
          'The chance that the smallest variant’s size finds an effect of `mde`. Of what is no rate null below thirty values.',
      }),
      detectableEffect: z
        .number()
        .nullable()
        .meta({ description: 'The smallest relative effect that this size finds with `targetPower`.' }),
    }),
    decision: z
      .object({
        at: z.iso.datetime(),
        recommendation,
        counts: z.array(z.object({ variantId: z.string(), exposures: count, conversions: count })),
      })
      .nullable()
      .meta({
        description: 'The verdict that was reached, and what by. It stands: later figures move, and it does not.',
      }),
    confidence: share,
    recommendation,
    isEstimateBiased: z.boolean().meta({
      description:
        'Weights follow the results (thompson): arms that did badly early are seen less, so that their means are too low on average.',
    }),
    crossovers: count.meta({ description: 'Visitors who saw two variants.' }),
    currency: z.string().nullable(),
    multivariate: z
      .object({ homogeneity: z.object(homogeneity), mainEffects: z.array(mainEffect) })
      .optional()
      .meta({ description: 'Of experiments whose variants name levels of the same factors.' }),
    daily: z.array(dailyResult),
    dataQuality,
    backlog: z
      .object({
        visits: count.meta({ description: 'At least so many wait to be counted.' }),
        since: z.iso.datetime().meta({ description: 'When the first of them was stored.' }),
        message: z.string().meta({ description: 'What that means for the figures, and what to do.' }),
      })
      .nullable()
      .meta({
        description:
          'There while more than 50,000 visits wait to be counted, or fewer that take longer than 10 s: ' +
          'the figures are without them, and no verdict is reached. Null when ' +
          'every event that was stored before the call is counted.',
      }),
    breakdown: breakdown.optional().meta({ description: 'There with `by`.' }),
  })
  .meta({ id: 'ExperimentResults' });

/** An entry of an experiment's log. */
export const experimentAuditEntry = z
  .object({
    timestamp: z.iso.datetime(),
    actor: z.string().meta({ description: 'Id of the user or key, or `system`.' }),
    actorName: z.string().nullable().meta({ description: 'Of the user or key, as it is now; null of a deleted one.' }),
    action: z.string().meta({ example: 'experiment.updated' }),
    metadata: z.record(z.string(), z.unknown()).meta({
      description: 'Of changes the names of the `fields`; `weights` by variant id and `trafficSplit` as figures.',
    }),
  })
  .meta({ id: 'ExperimentAuditEntry' });
