import { assertCount } from '../statistics/assert-domain';
import { chiSquareUpperTail } from '../statistics/chi-square';

export interface SampleRatio {
  /** 0 or more. */
  chiSquare: number;
  /** 0 to 1. */
  pValue: number;
  /** The arms are not the size that their weights make them: something is broken, and no result holds. */
  mismatch: boolean;
}

/** Below this p a mismatch is told (contract, section 5). */
const threshold = 0.001;

/**
 * Whether arms are as large as their weights say: χ² = Σ (o - e)² / e against chi-square with one degree of freedom fewer than arms,
 * where e is the arm's share of all weights times all subjects. An arm of weight 0 counts only if it has subjects: then it is a mismatch.
 * Source: Fabijan et al., "Diagnosing sample ratio mismatch in online controlled experiments" (2019); contract, section 10.
 * @param observed subjects by arm, whole numbers from 0 up
 * @param weights by arm, in any unit, 0 or more: the weights, or the sums of those in force at each exposure
 * @throws RangeError for anything else, for lists of unlike length, and for weights that sum to 0
 */
export function sampleRatio(observed: readonly number[], weights: readonly number[]): SampleRatio {
  observed.forEach((count) => assertCount('A number of subjects', count));
  if (observed.length !== weights.length)
    throw new RangeError(`${observed.length} arms have ${weights.length} weights.`);
  if (!weights.every((weight) => weight >= 0 && weight < Infinity))
    throw new RangeError(`The weights are ${weights.join()}.`);
  const [subjects, weight] = [sumOf(observed), sumOf(weights)];
  if (subjects === 0) return { chiSquare: 0, pValue: 1, mismatch: false };
  if (weight === 0) throw new RangeError('The weights sum to 0.');
  const arms = observed.map((count, arm) => ({ count, expected: ((weights[arm] ?? 0) / weight) * subjects }));
  if (arms.some(({ count, expected }) => expected === 0 && count > 0)) {
    // Nobody should be there; chi-square has no bound, which JSON has no word for.
    return { chiSquare: Number.MAX_VALUE, pValue: 0, mismatch: true };
  }
  const open = arms.filter(({ expected }) => expected > 0);
  const chiSquare = sumOf(open.map(({ count, expected }) => (count - expected) ** 2 / expected));
  const pValue = open.length < 2 ? 1 : chiSquareUpperTail(chiSquare, open.length - 1);
  return { chiSquare, pValue, mismatch: pValue < threshold };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
