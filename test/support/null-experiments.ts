import { buys, converts, type Peeked } from './peeking';

/** Experiments without any effect, to count their verdicts. */

const even = [0.5, 0.5];
export const visitors = 20_000;
// The planned size is reached well before the last visitor.
const revenuePlan = { mde: 0.8 };

/** Every engine with different visitor values and weights, each with its seed. */
export const nullExperiments: [string, Peeked][] = [
  ['frequentist, rate 10 %', { engine: 'frequentist', ...rate(0.1), mde: 0.2, seed: 11 }],
  ['frequentist, rate 2 %', { engine: 'frequentist', ...rate(0.02), mde: 0.5, seed: 12 }],
  ['frequentist, rate 50 %', { engine: 'frequentist', ...rate(0.5), mde: 0.1, seed: 13 }],
  [
    'frequentist, 4 treatments',
    { engine: 'frequentist', ...rate(0.1), mde: 0.3, weights: Array(5).fill(0.2), seed: 14 },
  ],
  ['frequentist, revenue, log-sd 1.5', { engine: 'frequentist', ...revenue(1.5), ...revenuePlan, seed: 15 }],
  ['frequentist, revenue, log-sd 1', { engine: 'frequentist', ...revenue(1), ...revenuePlan, seed: 16 }],
  ['sequential, rate 10 %', { engine: 'sequential', ...rate(0.1), seed: 21 }],
  ['sequential, rate 0.1 %', { engine: 'sequential', ...rate(0.001), seed: 22 }],
  ['sequential, rate 50 %', { engine: 'sequential', ...rate(0.5), seed: 23 }],
  ['sequential, weights 1 to 9', { engine: 'sequential', ...rate(0.01), weights: [0.1, 0.9], seed: 24 }],
  ['sequential, 4 treatments', { engine: 'sequential', ...rate(0.1), weights: Array(5).fill(0.2), seed: 25 }],
  ['sequential, revenue, log-sd 1.5', { engine: 'sequential', ...revenue(1.5), seed: 26 }],
  ['sequential, revenue, log-sd 2', { engine: 'sequential', ...revenue(2), seed: 27 }],
  ['bayesian, rate 10 %', { engine: 'bayesian', ...rate(0.1), seed: 31 }],
  ['bayesian, revenue, log-sd 1.5', { engine: 'bayesian', ...revenue(1.5), seed: 32 }],
  ['thompson, rate 10 %', { engine: 'thompson', ...rate(0.1), seed: 41 }],
  ['thompson, revenue, log-sd 1.5', { engine: 'thompson', ...revenue(1.5), seed: 42 }],
  // The first hundred visitors of an arm may all buy nothing.
  ['thompson, revenue of 1 % buyers', { engine: 'thompson', ...revenue(1.5, 0.01), seed: 43 }],
];

function rate(share: number) {
  return { measure: 'conversion', draw: converts(share), weights: even, visitors } as const;
}

function revenue(deviation: number, share = 0.05) {
  return { measure: 'revenue', draw: buys(share, deviation), weights: even, visitors } as const;
}
