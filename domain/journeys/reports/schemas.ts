import { z } from 'zod';
import { periodRecord } from '../../analytics/schemas';

/** Shapes of the reports on a journey. */

const count = z.number().int().min(0);
const rate = z.number().min(0).max(1);

/** Reasons for which a send is skipped. */
export const skipReasons = ['opt_out', 'suppression', 'frequency_cap', 'no_email', 'erased'] as const;

export const stepStats = z
  .object({
    stepId: z.string(),
    kind: z.string(),
    executed: count,
    skipped: count,
    failed: count,
    waiting: count.meta({ description: 'Executions currently at the step.' }),
    skippedByReason: z.object(Object.fromEntries(skipReasons.map((reason) => [reason, count])) as SkipCounts),
    deferredByReason: z.object({ quiet_hours: count }).meta({
      description: 'Executions with a delayed send, counted once each. Completed ones are also in the other counts.',
    }),
  })
  .meta({ id: 'StepStats', description: 'Totals of a step over all versions.' });

type SkipCounts = Record<(typeof skipReasons)[number], typeof count>;

const armPerformance = z
  .object({
    armId: z.string().meta({ description: '`else` is the default path of a branch step.' }),
    subjectsReached: count,
    goalEvents: count.meta({ description: 'Subjects of the arm with a goal event in the window.' }),
    rate: rate.nullable().meta({ description: 'Null if no one has reached the arm.' }),
    credibleInterval95: z
      .tuple([rate, rate])
      .optional()
      .meta({ description: 'Equal-tailed credible interval of the rate. Absent if `coldStart` is true.' }),
    coldStart: z.literal(true).optional().meta({ description: 'Present if the arm has fewer than 200 subjects.' }),
  })
  .meta({ id: 'ArmPerformance' });

export const branchPerformance = z
  .object({ stepId: z.string(), arms: z.array(armPerformance) })
  .meta({ id: 'BranchPerformance', description: 'The arms of a branch or experiment step, over all versions.' });

const cohortCounts = z.object({ exposed: count, holdout: count });

const impact = {
  triggered: cohortCounts,
  converted: cohortCounts,
  exposureRate: rate.meta({ description: 'Share of the exposed subjects who converted. 0 if there are none.' }),
  holdoutRate: rate,
  lift: z
    .number()
    .nullable()
    .meta({ description: 'Relative: (exposureRate - holdoutRate) / holdoutRate. Null if it is not defined.' }),
  liftInterval95: z
    .tuple([z.number(), z.number()])
    .nullable()
    .meta({ description: 'Koopman’s score interval of the lift. Null if a bound is not finite.' }),
  underpowered: z.boolean().meta({ description: 'Whether a cohort has fewer than 100 subjects.' }),
};

export const calibratedImpact = z
  .object({
    ...impact,
    dailyTrend: z
      .array(
        z.object({
          date: z.iso.date(),
          exposed: count,
          holdout: count,
          convertedExposed: count,
          convertedHoldout: count,
        }),
      )
      .length(30)
      .meta({
        description: 'The last 30 days by first entry, oldest first, in the workspace’s timezone and including today.',
      }),
  })
  .meta({
    id: 'CalibratedImpact',
    description:
      'Subjects since the first publication, counted once each. The first entry determines the day and the cohort.',
  });

export const journeyFigures = z
  .object({
    journeyId: z.string(),
    running: count.meta({ description: 'Executions in progress.' }),
    entries: z.array(count).length(7).meta({
      description: 'Subjects by the day of their first entry: the last seven days including today, oldest first.',
    }),
    ...impact,
  })
  .meta({ id: 'JourneyFigures', description: 'Summary of a journey for lists.' });

export const journeyFailures = z
  .object({
    period: periodRecord,
    journeys: z.array(
      z.object({
        journeyId: z.string(),
        name: z.string(),
        executions: count.meta({ description: 'Executions that ended as FAILED in the period.' }),
        webhooks: count.meta({ description: 'Webhook steps that failed after their last attempt.' }),
        lastAt: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'JourneyFailures' });

export const failureCauses = z
  .array(
    z.object({
      journeyId: z.string(),
      journeyName: z.string(),
      version: z.number().int(),
      stepId: z.string(),
      stepName: z.string().nullable(),
      cause: z.string().meta({ description: 'A reason of the step, or the type of the error.', example: 'http_503' }),
      count: count.meta({ description: 'Executions that are FAILED now.' }),
      lastAt: z.iso.datetime(),
      lastError: z.string().meta({ description: 'The last error in words.', example: 'The receiver returned 503.' }),
    }),
  )
  .meta({ id: 'FailureCauses' });
