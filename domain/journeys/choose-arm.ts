import { bucket } from '../experiments/bucket';

/**
 * The arm of an experiment step for a subject: a stable hash of journey, step and subject against the arms' weights, one after
 * the other (contract, section 10). The last arm with a weight takes what rounding leaves.
 * @throws RangeError when no arm has a weight
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
