import { bucket } from '../experiments/bucket';

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
  return bucket(seed, subject.endUserId) < holdoutPercent / 100 ? 'holdout' : 'exposed';
}
