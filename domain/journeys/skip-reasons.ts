/** Why an event or a request did not start a journey. */
export const entryRefusals = ['audience', 'reentry', 'holdout'] as const;

/**
 * Why an event did not start a journey that it triggers. In addition to the reasons above: the journey is paused, the
 * event identifies no person, or it repeats a stored event.
 */
export const skipReasons = [...entryRefusals, 'paused', 'unverified', 'duplicate'] as const;

export type EntryRefusal = (typeof entryRefusals)[number];
export type SkipReason = (typeof skipReasons)[number];
