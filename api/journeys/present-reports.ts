import type { z } from 'zod';
import type { ReportedStep } from '../../db/reports/journey-steps';
import type { JourneyFigures } from '../../db/reports/journey-figures';
import { noCounts, type StepCounts } from '../../db/reports/step-stats';
import { elseArm } from '../../domain/journeys/plan';
import { armPerformance, type ArmCounts } from '../../domain/journeys/branch-performance';
import { impactOf } from '../../domain/journeys/impact';
import {
  skipReasons,
  type branchPerformance,
  type journeyFigures,
  type stepStats,
} from '../../domain/journeys/reports/schemas';

/** The steps of the latest version, and others that runs have met, in the order given. */
export function presentStepStats(
  steps: readonly ReportedStep[],
  counted: readonly StepCounts[],
): z.infer<typeof stepStats>[] {
  const countsByStep = new Map(counted.map((counts) => [counts.stepId, counts]));
  return steps
    .filter(({ id, isCurrent }) => isCurrent || countsByStep.has(id))
    .map(({ id, kind }) => {
      const { stepId, skippedByReason, deferredByReason, ...counts } = countsByStep.get(id) ?? noCounts(id);
      return {
        stepId,
        kind,
        ...counts,
        skippedByReason: everyReason(skippedByReason),
        deferredByReason: { quiet_hours: deferredByReason['quiet_hours'] ?? 0 },
      };
    });
}

function everyReason(counts: Readonly<Record<string, number>>): z.infer<typeof stepStats>['skippedByReason'] {
  const entries = skipReasons.map((reason) => [reason, counts[reason] ?? 0]);
  return Object.fromEntries(entries) as z.infer<typeof stepStats>['skippedByReason'];
}

/** Branch and experiment steps of the latest version with all of their arms, then steps and arms that were reached earlier. */
export function presentBranchPerformance(
  steps: readonly ReportedStep[],
  reached: readonly (ArmCounts & { stepId: string })[],
): z.infer<typeof branchPerformance>[] {
  return steps.flatMap((step) => {
    const theirs = new Map(reached.filter(({ stepId }) => stepId === step.id).map((arm) => [arm.armId, arm]));
    const armIds = step.isCurrent ? [...new Set([...armsOf(step), ...theirs.keys()])] : [...theirs.keys()];
    if (armIds.length === 0) return [];
    const arms = armIds.map((armId) => {
      const { subjectsReached = 0, goalEvents = 0 } = theirs.get(armId) ?? {};
      return armPerformance({ armId, subjectsReached, goalEvents });
    });
    return [{ stepId: step.id, arms }];
  });
}

function armsOf({ kind, armIds }: ReportedStep): string[] {
  return kind === 'branch' ? [...armIds, elseArm] : armIds;
}

export function presentFigures(figures: JourneyFigures): z.infer<typeof journeyFigures> {
  const { journeyId, running, entries, exposed, holdout, convertedExposed, convertedHoldout } = figures;
  const converted = { exposed: convertedExposed, holdout: convertedHoldout };
  return { journeyId, running, entries, ...impactOf({ exposed, holdout }, converted) };
}
