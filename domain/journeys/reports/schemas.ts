import { z } from 'zod';

/** Shapes of the reports on a journey (specification, "Journeys"; contract, section 7). */

const count = z.number().int().min(0);
const rate = z.number().min(0).max(1);

/** Why a send may be left out, and counted as skipped (contract, section 10). */
export const skipReasons = ['opt_out', 'suppression', 'frequency_cap', 'no_email', 'erased'] as const;

export const stepStats = z
  .object({
    stepId: z.string(),
    kind: z.string(),
    executed: count,
    skipped: count,
    failed: count,
    waiting: count.meta({ description: 'Runs that stand at the step now.' }),
    skippedByReason: z.object(Object.fromEntries(skipReasons.map((reason) => [reason, count])) as SkipCounts),
    deferredByReason: z.object({ quiet_hours: count }).meta({
      description:
        'Runs whose send was put off, each once. What became of it then, if it was done, is among the other counts.',
    }),
  })
  .meta({ id: 'StepStats', description: 'What happened at a step, over all versions.' });

type SkipCounts = Record<(typeof skipReasons)[number], typeof count>;

const armPerformance = z
  .object({
    armId: z.string().meta({ description: '`else` is the way out of a branch step when no arm fits.' }),
    subjectsReached: count,
    goalEvents: count.meta({ description: 'Subjects of the arm with a goal event in the window.' }),
    rate: rate.nullable().meta({ description: 'Null while the arm has reached no one.' }),
    credibleInterval95: z
      .tuple([rate, rate])
      .optional()
      .meta({ description: 'Of the rate; equal-tailed. Absent on a cold start.' }),
    coldStart: z.literal(true).optional().meta({ description: 'The arm has fewer than 200 subjects.' }),
  })
  .meta({ id: 'ArmPerformance' });

export const branchPerformance = z
  .object({ stepId: z.string(), arms: z.array(armPerformance) })
  .meta({ id: 'BranchPerformance', description: 'The arms of a branch or experiment step, over all versions.' });

const cohortCounts = z.object({ exposed: count, holdout: count });

const impact = {
  triggered: cohortCounts,
  converted: cohortCounts,
  exposureRate: rate.meta({ description: 'Share of the exposed who converted; 0 while there is none.' }),
  holdoutRate: rate,
  lift: z.number().nullable().meta({ description: 'Relative: (exposureRate - holdoutRate) / holdoutRate, or null.' }),
  liftInterval95: z
    .tuple([z.number(), z.number()])
    .nullable()
    .meta({ description: 'Koopman’s score interval of the lift; null without a finite end.' }),
  underpowered: z.boolean().meta({ description: 'A cohort has fewer than 100 subjects.' }),
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
        description:
          'By the day of the first entry, oldest first: the last 30 in the workspace’s timezone, with today.',
      }),
  })
  .meta({
    id: 'CalibratedImpact',
    description: 'Subjects since the first publication, each once: the first entry decides when and in which cohort.',
  });

export const journeyFigures = z
  .object({
    journeyId: z.string(),
    running: count.meta({ description: 'Executions in flight.' }),
    entries: z
      .array(count)
      .length(7)
      .meta({ description: 'Subjects by the day of their first entry: the last seven, with today, oldest first.' }),
    ...impact,
  })
  .meta({ id: 'JourneyFigures', description: 'What a list shows of a journey.' });
