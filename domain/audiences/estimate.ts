import { assertProportion, type Proportion } from '../statistics/proportion';

export interface Estimate {
  members: number;
  /** The 95% confidence interval. */
  low: number;
  high: number;
}

const z = 1.959964;

/**
 * Estimates the members of a population from a random sample without replacement: the Wilson score interval, narrowed by the
 * finite population correction (Cochran, Sampling Techniques, 3.2).
 * @param sample people of the sample, and how many of them are members
 * @param people in the population, at least as many as in the sample
 * @throws RangeError as {@link assertProportion}, and for a sample without people or larger than the population
 */
export function estimateMembers(sample: Proportion, people: number): Estimate {
  assertProportion(sample);
  const { n, conversions: found } = sample;
  if (n === 0 || n > people) throw new RangeError(`A sample of ${n} of ${people} people.`);
  const rate = found / n;
  // The sample counts as larger, the more of the population it has.
  const effective = people === 1 ? Infinity : n / Math.max((people - n) / (people - 1), Number.EPSILON);
  const square = z ** 2 / effective;
  const center = (rate + square / 2) / (1 + square);
  const half = (Math.sqrt((rate * (1 - rate)) / effective + square / (4 * effective)) * z) / (1 + square);
  return {
    members: Math.round(rate * people),
    low: Math.max(found, Math.floor((center - half) * people)),
    high: Math.min(people - (n - found), Math.ceil((center + half) * people)),
  };
}
