/**
 * Computes the confidence in a belief from its evidence. Pure; the order of the evidence does not
 * matter.
 */

export type EvidenceType = 'experiment' | 'observation' | 'external';

export interface WeighedEvidence {
  type: EvidenceType;
  /** A difference of rates, -1 to 1; negative values are evidence against the belief. */
  delta: number;
  /** Sample size; a value below 1 counts as 1. */
  sampleSize: number;
}

/** Weight of an entry by its type. */
const weights: Record<EvidenceType, number> = { experiment: 1, observation: 0.5, external: 0.25 };

const clamp = (value: number, margin: number): number => Math.min(Math.max(value, margin), 1 - margin);

/**
 * Clamps a prior to 0.001 to 0.999: evidence could not move a prior at 0 or 1.
 * @throws RangeError outside 0 to 1
 */
export function effectivePrior(prior: number): number {
  if (!(prior >= 0 && prior <= 1)) throw new RangeError(`The prior is ${prior}. It must be between 0 and 1.`);
  return clamp(prior, 1e-3);
}

/**
 * Returns what an entry adds to the log-odds of a belief: w ln(P / (1 - P)). P = 1/2 + atan(z) / π is the probability
 * of an effect above 0, z = delta √max(1, sampleSize), and w is the weight of its type.
 * @throws RangeError for a delta outside -1 to 1, and for a sample size that is negative or infinite
 */
export function evidenceShift({ type, delta, sampleSize }: WeighedEvidence): number {
  if (!(delta >= -1 && delta <= 1)) throw new RangeError(`The delta is ${delta}. It must be between -1 and 1.`);
  if (!(sampleSize >= 0 && sampleSize < Infinity))
    throw new RangeError(`The sample size is ${sampleSize}. It must be a finite number of at least 0.`);
  const z = Math.abs(delta) * Math.sqrt(Math.max(1, sampleSize));
  // π/2 + atan(z) and π/2 - atan(z), without cancellation error. The sign is applied afterwards, so that an entry and
  // its opposite cancel exactly.
  return Math.sign(delta) * weights[type] * Math.log(Math.atan2(1, -z) / Math.atan2(1, z));
}

/**
 * Returns the confidence in a belief, 1e-6 to 1 - 1e-6: logistic(logit(prior) + the sum of all shifts). Shifts are
 * sorted before they are summed, so that every order gives the same bits.
 * @param prior 0 to 1, clamped to 0.001 to 0.999
 * @throws RangeError as {@link effectivePrior} and {@link evidenceShift}
 */
export function confidenceOf(prior: number, evidence: readonly WeighedEvidence[]): number {
  const start = effectivePrior(prior);
  const shifts = evidence.map(evidenceShift).sort((one, other) => one - other);
  const shift = shifts.reduce((sum, one) => sum + one, 0);
  // Without a shift, return the prior unchanged to the last digit.
  if (shift === 0) return start;
  const logOdds = Math.log(start / (1 - start)) + shift;
  return clamp(1 / (1 + Math.exp(-logOdds)), 1e-6);
}
