/** A metric of fewer visitors gives no useful estimate. */
const visitorsNeeded = 100;

/** Whether the visitors of the last days are too few to estimate a sample size. */
export const hasTooFewVisitors = (visitors: number): boolean => visitors < visitorsNeeded;

export const tooFewVisitors = 'Not enough visitors yet to estimate the sample size.';
