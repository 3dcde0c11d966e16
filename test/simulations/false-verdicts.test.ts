import { nullExperiments, visitors } from '../support/null-experiments';
import { bounds99, converts, countVerdicts } from '../support/peeking';

/**
 * The share of experiments without any effect that ever show ship or roll_back, with a look after each of 20,000
 * visitors. The seed of each cell is printed, so that the cell can be repeated alone. SIMULATION_RUNS=10000 takes about
 * twenty minutes on one core and also checks the upper bound; fewer runs only detect a rate that is far too high.
 */

const runs = Number(process.env['SIMULATION_RUNS'] ?? 200);
// In milliseconds. A run of a cell takes about 60.
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

test('a real effect is found', () => {
  const { verdicts } = countVerdicts(
    { engine: 'sequential', measure: 'conversion', draw: converts(0.1, 0.13), weights: [0.5, 0.5], visitors, seed: 51 },
    100,
  );
  expect(verdicts).toBeGreaterThan(90);
});
