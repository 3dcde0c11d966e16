import { nullExperiments, visitors } from '../support/null-experiments';
import { bounds99, converts, countVerdicts } from '../support/peeking';

/**
 * The share of experiments without any effect that ever show ship or roll_back, looked at after each of 20,000 visitors. Seeds are printed:
 * a cell is repeated by itself with its own. SIMULATION_RUNS=10000 takes some twenty minutes on one core and holds the upper bound, too;
 * fewer runs tell only a rate that is far too high.
 */

const runs = Number(process.env['SIMULATION_RUNS'] ?? 200);
// Milliseconds for a cell: some 60 for a run of it.
const timeout = Math.max(600_000, runs * 300);
test.each(nullExperiments)(
  'false verdicts: %s',
  (name, cell) => {
    const { verdicts } = countVerdicts(cell, runs);
    const [low, high] = bounds99(verdicts, runs);
    console.log(
      `${name}, seed ${cell.seed}, ${runs} runs of ${cell.visitors} visitors: ${(verdicts / runs).toFixed(4)} ` +
        `(99 %: ${low.toFixed(4)} to ${high.toFixed(4)})`,
    );
    expect(low).toBeLessThanOrEqual(0.05);
    if (runs >= 10_000) expect(high).toBeLessThanOrEqual(0.06);
  },
  timeout,
);

test('an effect that is there is found', () => {
  const { verdicts } = countVerdicts(
    { engine: 'sequential', measure: 'conversion', draw: converts(0.1, 0.13), weights: [0.5, 0.5], visitors, seed: 51 },
    100,
  );
  expect(verdicts).toBeGreaterThan(90);
});
