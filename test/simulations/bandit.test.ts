import { subjectsToWeigh, thompsonWeights } from '../../domain/experiments/thompson';
import { seededRandom } from '../support/seeded-random';

/**
 * Compares the loss of a bandit while it learns with equal shares: 50,000 visitors, with new weights after every 500.
 */

const rates = [0.1, 0.12, 0.15];
const best = Math.max(...rates);
const visitors = 50_000;
const hourly = 500;

/** Returns the expected number of missed conversions, given the arm of each visitor. */
function regretOf(seed: number): { regret: number; shareOfBest: number } {
  const random = seededRandom(seed);
  const arms = rates.map(() => ({ successes: 0, failures: 0 }));
  let weights = rates.map(() => 1 / rates.length);
  let regret = 0;
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    if (visitor % hourly === 0 && arms.every(({ successes, failures }) => successes + failures >= subjectsToWeigh)) {
      weights = thompsonWeights(arms);
    }
    const arm = armAt(random(), weights);
    regret += best - rates[arm]!;
    if (random() < rates[arm]!) arms[arm]!.successes += 1;
    else arms[arm]!.failures += 1;
  }
  return { regret, shareOfBest: weights.at(-1)! };
}

function armAt(place: number, weights: number[]): number {
  let end = 0;
  for (const [arm, weight] of weights.entries()) {
    end += weight;
    if (place < end) return arm;
  }
  return weights.length - 1;
}

it('loses at least 40 % less than equal shares, and ends with the best arm', () => {
  const uniform = rates.reduce((sum, rate) => sum + (best - rate), 0) * (visitors / rates.length);
  const runs = Array.from({ length: 20 }, (_, seed) => regretOf(seed));
  const mean = runs.reduce((sum, { regret }) => sum + regret, 0) / runs.length;
  const worst = Math.max(...runs.map(({ regret }) => regret));
  console.log(
    `equal shares miss ${uniform.toFixed(0)} conversions; the bandit ${mean.toFixed(0)} on average of 20 runs ` +
      `(${(100 * (1 - mean / uniform)).toFixed(0)} % fewer), ${worst.toFixed(0)} in the worst`,
  );
  expect(worst).toBeLessThan(0.6 * uniform);
  for (const { shareOfBest } of runs) expect(shareOfBest).toBeGreaterThan(0.9);
});
