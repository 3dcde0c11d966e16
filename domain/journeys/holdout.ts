import { bucketPlaces, twiceHashed } from '../experiments/bucket';

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

/** How many values of the 32 bits share a place. */
const perPlace = Math.ceil(2 ** 32 / bucketPlaces);

/**
 * Uniform stable number in [0, 1): as `bucket` of experiments, which has 10,000 values, and within its place by the rest of the hash, so
 * that a percentage of any fraction is the share that it says.
 */
function placeOf(seed: string, value: string): number {
  const hash = twiceHashed(seed + value);
  return ((hash % bucketPlaces) + Math.floor(hash / bucketPlaces) / perPlace) / bucketPlaces;
}
