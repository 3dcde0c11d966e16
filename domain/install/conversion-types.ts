/** Events that every page sends without a meaning of their own. They can be conversions only with further conditions. */
const automatic = new Set(['pageview', 'click', 'engaged_time', 'experiment_exposure', 'experiment_error']);

/** Whether an event type can be offered as a conversion. */
export const canBeConversion = (type: string): boolean => !automatic.has(type);
