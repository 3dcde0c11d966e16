/** How the confidence of a belief follows from its evidence (contract, section 5). Pure; order never matters. */

export type EvidenceType = 'experiment' | 'observation' | 'external';

export interface WeighedEvidence {
  type: EvidenceType;
  /** A difference of rates, -1 to 1; below 0 it speaks against the belief. */
  delta: number;
  /** Subjects behind it; fewer than one counts as one. */
  sampleSize: number;
}

/** How much an entry counts for, by where it comes from. */
const weights: Record<EvidenceType, number> = { experiment: 1, observation: 0.5, external: 0.25 };

const clamp = (value: number, margin: number): number => Math.min(Math.max(value, margin), 1 - margin);

/** The prior that counts, 0.001 to 0.999: beyond that no evidence could move it. @throws RangeError outside 0 to 1 */
export function effectivePrior(prior: number): number {
  if (!(prior >= 0 && prior <= 1)) throw new RangeError(`The prior is ${prior}, not 0 to 1.`);
  return clamp(prior, 1e-3);
}

/**
 * What an entry adds to the log-odds of a belief: w ln(P / (1 - P)), where P = 1/2 + atan(z) / π is the probability that the
 * effect is above 0, z = delta √max(1, sampleSize), and w is the weight of its type.
 * @throws RangeError for a delta outside -1 to 1, and for a sample below 0
 */
export function evidenceShift({ type, delta, sampleSize }: WeighedEvidence): number {
  if (!(delta >= -1 && delta <= 1)) throw new RangeError(`The delta is ${delta}, not -1 to 1.`);
  if (!(sampleSize >= 0 && sampleSize < Infinity)) throw new RangeError(`The sample is ${sampleSize}.`);
  const z = Math.abs(delta) * Math.sqrt(Math.max(1, sampleSize));
  // π/2 + atan(z) and π/2 - atan(z), without the digits that subtracting near-equal numbers loses. By the sign of delta
  // afterwards, so that an entry and its opposite cancel to the last bit.
  return Math.sign(delta) * weights[type] * Math.log(Math.atan2(1, -z) / Math.atan2(1, z));
}

/**
 * The confidence in a belief, 1e-6 to 1 - 1e-6: logistic(logit(prior) + the sum of what each entry adds). The entries are sorted
 * by what they add before they are summed, so that every order gives the same bits.
 * @param prior 0 to 1, counted as 0.001 to 0.999
 * @throws RangeError as {@link effectivePrior} and {@link evidenceShift}
 */
export function confidenceOf(prior: number, evidence: readonly WeighedEvidence[]): number {
  const start = effectivePrior(prior);
  const shifts = evidence.map(evidenceShift).sort((one, other) => one - other);
  const shift = shifts.reduce((sum, one) => sum + one, 0);
  // Without a shift the prior stands as it was given, to the last digit.
  if (shift === 0) return start;
  const logOdds = Math.log(start / (1 - start)) + shift;
  return clamp(1 / (1 + Math.exp(-logOdds)), 1e-6);
}
