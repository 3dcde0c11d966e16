import { bucketPlaces, twiceHashed } from '../experiments/bucket';

export type Cohort = 'exposed' | 'holdout';

/**
 * Returns the cohort of a subject in a journey. The hash includes workspace, journey and subject, but not the version.
 * So a subject stays in its cohort in all versions while the percentage is unchanged, and a higher percentage only adds
 * subjects to the holdout.
 * @param holdoutPercent 0 to 100
 */
export function cohortOf(
  subject: { workspaceId: string; journeyId: string; endUserId: string },
  holdoutPercent: number,
): Cohort {
  const seed = `holdout:${subject.workspaceId}:${subject.journeyId}:`;
  return placeOf(seed, subject.endUserId) < holdoutPercent / 100 ? 'holdout' : 'exposed';
}

/** The number of 32-bit values in each bucket place. */
const perPlace = Math.ceil(2 ** 32 / bucketPlaces);

/**
 * Returns a uniform, stable number in [0, 1). It refines `bucket` of experiments, which has 10,000 values, with the
 * rest of the hash, so that fractional percentages are exact.
 */
function placeOf(seed: string, value: string): number {
  const hash = twiceHashed(seed + value);
  return ((hash % bucketPlaces) + Math.floor(hash / bucketPlaces) / perPlace) / bucketPlaces;
}
