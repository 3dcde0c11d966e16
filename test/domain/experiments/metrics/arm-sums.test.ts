import { armSums, commonCurrency, type OutcomeArm } from '../../../../domain/experiments/metrics/arm-sums';
import { metricOf } from '../../../../domain/experiments/metrics/metric';

const outcome = (given: Partial<OutcomeArm>): OutcomeArm => ({
  metric: 'bought',
  variantId: 'a',
  currency: 'EUR',
  visitors: 0,
  value: 0,
  valueSquares: 0,
  denominator: 0,
  denominatorSquares: 0,
  denominatorProducts: 0,
  prior: 0,
  priorSquares: 0,
  priorProducts: 0,
  ...given,
});
const exposed = [{ variantId: 'a', exposures: 100, withPast: 40 }];
const options = { currency: 'EUR', hasPast: true };

test('converts money to major units, including squares and products, and includes the past', () => {
  const metric = metricOf({ metric: 'bought', measure: 'revenue' });
  const paid = outcome({
    visitors: 7,
    value: 70e6,
    valueSquares: 900e12,
    prior: 30e6,
    priorSquares: 200e12,
    priorProducts: 400e12,
  });
  expect(armSums(metric, exposed, [paid], options)).toEqual([
    {
      variantId: 'a',
      visitors: 7,
      leftOut: 0,
      n: 100,
      post: { sum: 70, sumSquares: 900 },
      pre: { sum: 30, sumSquares: 200 },
      sumProducts: 400,
      withPast: 40,
    },
  ]);
  expect(armSums(metric, exposed, [paid], { ...options, hasPast: false })[0]).not.toHaveProperty('pre');
});

test('a ratio has a denominator and never includes the past', () => {
  const metric = metricOf({ metric: 'bought', measure: 'ratio', denominator: 'visit', numerator: 'revenue' });
  const [arm] = armSums(
    metric,
    exposed,
    [
      outcome({
        visitors: 7,
        value: 70e6,
        valueSquares: 900e12,
        denominator: 20,
        denominatorSquares: 50,
        denominatorProducts: 60e6,
        prior: 30e6,
      }),
    ],
    options,
  );
  expect(arm).toEqual({
    variantId: 'a',
    visitors: 7,
    leftOut: 0,
    n: 100,
    post: { sum: 70, sumSquares: 900 },
    denominator: { sum: 20, sumSquares: 50, sumProducts: 60 },
  });
});

test('excludes visitors who paid in another currency, and ignores other variants', () => {
  const metric = metricOf({ metric: 'bought', measure: 'revenue' });
  const outcomes = [
    outcome({ visitors: 5, value: 50e6 }),
    outcome({ currency: 'USD', visitors: 3, value: 99e6 }),
    outcome({ currency: '*', visitors: 2, value: 99e6 }),
    outcome({ variantId: 'b', visitors: 40, value: 99e6 }),
  ];
  const [arm] = armSums(metric, exposed, outcomes, { currency: 'EUR', hasPast: false });
  expect(arm).toMatchObject({ visitors: 5, leftOut: 5, n: 95, post: { sum: 50 } });
  expect(commonCurrency(outcomes.slice(0, 3))).toBe('EUR');
  expect(commonCurrency(outcomes.slice(2, 3))).toBeNull();
});
