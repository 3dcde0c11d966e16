import { z } from 'zod';
import { experimentStatus, statisticsEngine } from '../schemas';

/** Shapes of an experiment's results (contract, sections 5 and 10). */

const count = z.number().int().min(0);
const share = z.number().min(0).max(1);
const pValue = share.nullable();
const interval = z.tuple([z.number(), z.number()]);

const comparison = {
  lift: z.number().nullable().meta({ description: 'Relative to the control. Null where the control has nothing.' }),
  liftInterval95: interval.nullable(),
  pValue: pValue.meta({ description: 'Null for the control, under Bayesian engines, and while an arm is empty.' }),
  adjustedPValue: pValue.meta({ description: "By Holm's method over the treatments." }),
};

const variantResult = z
  .object({
    variantId: z.string(),
    name: z.string(),
    exposures: count.meta({ description: 'Visitors. Those who saw two variants count for none.' }),
    conversions: count.meta({ description: 'Visitors who converted after their first exposure.' }),
    rate: share,
    credibleInterval95: z.tuple([share, share]).meta({ description: 'Equal-tailed, under a uniform prior.' }),
    ...comparison,
    probabilityBest: share,
    expectedLoss: share.meta({ description: 'E[max(highest rate of the others - its own, 0)].' }),
    revenue: z
      .object({ perVisitor: z.number(), ...comparison })
      .optional()
      .meta({ description: 'In major units of `currency`. Absent when nobody brought any.' }),
  })
  .meta({ id: 'VariantResult' });

const guardrailResult = z
  .object({
    metric: z.string(),
    variants: z.array(z.object({ variantId: z.string(), rate: share, pValue, harmed: z.boolean() })),
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

export const experimentResults = z
  .object({
    experimentId: z.string(),
    engine: statisticsEngine,
    status: experimentStatus,
    primaryMetric: z
      .string()
      .nullable()
      .meta({ description: "A conversion's id or an event's name. Null for the default, the primary conversion." }),
    startedAt: instant,
    endedAt: instant.meta({ description: 'What happened later does not count.' }),
    alpha: share,
    variants: z.array(variantResult).meta({ description: 'The control first.' }),
    guardrails: z.array(guardrailResult),
    srm: z
      .object({ chiSquare: z.number().min(0), pValue: share, mismatch: z.boolean() })
      .meta({ description: 'Whether variants are as large as the weights in force at each exposure make them.' }),
    power: z.object({
      baselineRate: share,
      mde: z.number(),
      targetPower: share,
      requiredPerVariant: count.nullable(),
      progress: share,
    }),
    confidence: share,
    recommendation: z.enum(['collecting', 'ship', 'stop_no_effect', 'roll_back', 'inconclusive', 'check_data']),
    crossovers: count.meta({ description: 'Visitors who saw two variants.' }),
    currency: z.string().nullable(),
    multivariate: z
      .object({ homogeneity: z.object(homogeneity), mainEffects: z.array(mainEffect) })
      .optional()
      .meta({ description: 'Of experiments whose variants name levels of the same factors.' }),
    daily: z.array(dailyResult),
  })
  .meta({ id: 'ExperimentResults' });

/** An entry of an experiment's log. */
export const experimentAuditEntry = z
  .object({
    timestamp: z.iso.datetime(),
    actor: z.string().meta({ description: 'Id of the user or key, or `system`.' }),
    action: z.string().meta({ example: 'experiment.updated' }),
    metadata: z.record(z.string(), z.unknown()).meta({
      description: 'Of changes the names of the `fields`; `weights` by variant id and `trafficSplit` as figures.',
    }),
  })
  .meta({ id: 'ExperimentAuditEntry' });
