/** Why an event or a request did not start a journey. */
export const entryRefusals = ['audience', 'reentry', 'holdout'] as const;

/**
 * Why an event did not start a journey that it triggers: also that the journey is paused, that the event names no
 * person and its visitor has no verified link, or that it repeats a stored event.
 */
export const skipReasons = [...entryRefusals, 'paused', 'unverified', 'duplicate'] as const;

export type EntryRefusal = (typeof entryRefusals)[number];
export type SkipReason = (typeof skipReasons)[number];
