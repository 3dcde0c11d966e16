import { plannedArm, type PlannedArm } from '../plan';
import type { TracedArm } from '../simulation/schemas';
import type { Exit, FieldProblem, StepDecision } from './step-rules';

/** The arms of branch and experiment steps. */

export const exitsOfArms = (arms: readonly { next: string }[]): Exit[] =>
  arms.map(({ next }, index) => ({ field: `arms.${index}.next`, to: next }));

export const plannedArms = (arms: readonly PlannedArm[]): PlannedArm[] => arms.map(plannedArm);

/**
 * Finds missing arms and repeated ids.
 * @param more further problems of a step that has arms
 */
export function armProblems(
  { id, arms }: { id: string; arms: readonly { id: string }[] },
  more: readonly string[],
): FieldProblem[] {
  if (arms.length === 0) return [{ field: 'arms', message: `Step "${id}" has no arms. Add at least one.` }];
  const repeated = arms.filter((arm, place) => arms.findIndex((other) => other.id === arm.id) !== place);
  const messages = [...repeated.map((arm) => `Step "${id}" has two arms with the id "${arm.id}".`), ...more];
  return messages.map((message) => ({ field: 'arms', message }));
}

/** Returns the decision for one of the arms. */
export const takeArm = (armId: string, arms: readonly Omit<TracedArm, 'taken'>[]): StepDecision => ({
  outcome: { kind: 'arm', armId },
  arms: arms.map((arm) => ({ ...arm, taken: arm.armId === armId })),
});
