import { bucket } from '../../../experiments/bucket';

/**
 * Chooses the arm of an experiment step for a subject. A stable hash of journey, step and subject is compared with the
 * cumulative weights of the arms. The last arm with a weight also gets the rounding error.
 * @throws RangeError if no arm has a weight
 */
export function armOfSubject(
  subject: { journeyId: string; stepId: string; endUserId: string },
  arms: readonly { id: string; weight: number }[],
): string {
  const value = bucket(`${subject.journeyId}:${subject.stepId}`, subject.endUserId);
  const weighted = arms.filter(({ weight }) => weight > 0);
  let sum = 0;
  for (const { id, weight } of weighted) {
    sum += weight;
    if (value < sum) return id;
  }
  const last = weighted.at(-1);
  if (last === undefined) throw new RangeError(`No arm of step "${subject.stepId}" has a weight.`);
  return last.id;
}
