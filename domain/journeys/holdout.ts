import { fnv32a } from '../experiments/bucket';

export type Cohort = 'exposed' | 'holdout';

/**
 * The cohort of a subject in a journey. The hash takes in workspace, journey and subject, never the version, so that a subject
 * stays in its cohort over all versions while the percentage stands, and raising it only adds to the holdout.
 * @param holdoutPercent 0 to 100
 */
export function cohortOf(
  subject: { workspaceId: string; journeyId: string; endUserId: string },
  holdoutPercent: number,
): Cohort {
  const seed = `holdout:${subject.workspaceId}:${subject.journeyId}:`;
  return placeOf(seed, subject.endUserId) < holdoutPercent / 100 ? 'holdout' : 'exposed';
}

/** Of a hash of 32 bits, how many there are of each remainder by 10,000. */
const perBucket = Math.ceil(2 ** 32 / 10_000);

/**
 * Uniform stable number in [0, 1): as `bucket` of experiments, which has 10,000 values, and within its bucket by the rest of the hash, so
 * that a percentage of any fraction is the share that it says.
 */
function placeOf(seed: string, value: string): number {
  const hash = fnv32a(String(fnv32a(seed + value)));
  return ((hash % 10_000) + Math.floor(hash / 10_000) / perBucket) / 10_000;
}
