import { amountProblem, moneyOf } from '../../../domain/conversions/money';
import type { JsonObject } from '../../../domain/json/schemas';

test.each<[JsonObject, string, string]>([
  [{ revenue: 49.9, currency: 'EUR' }, '49900000', 'EUR'],
  [{ revenue: '49.90', currency: 'eur' }, '49900000', 'EUR'],
  [{ revenue: '-3' }, '-3000000', 'USD'],
  [{ revenue: 5, currency: null }, '5000000', 'USD'],
  [{ revenue: '9000000000000.000000' }, '9000000000000000000', 'USD'],
  [{ revenue: 0.0000005 }, '1', 'USD'],
  [{ revenue: '0.00000049999999999999999999' }, '0', 'USD'],
  [{ revenue: '-0.0000015' }, '-2', 'USD'],
])('reads %j as %s micros in %s', (data, revenueMicros, currency) => {
  expect(moneyOf(data)).toEqual({ revenueMicros, currency });
  expect(amountProblem(data)).toBeNull();
});

test.each<JsonObject>([
  { revenue: '49,90' },
  { revenue: '1e3' },
  { revenue: ' 5' },
  { revenue: '' },
  { revenue: true },
  { revenue: 9e12 + 1 },
  { revenue: `0.${'0'.repeat(99)}` },
  { revenue: 49.9, currency: '€' },
  { revenue: 49.9, currency: 'Euro' },
  { revenue: 49.9, currency: 'XYZ' },
  { revenue: 49.9, currency: 'u\u017fd' },
  { revenue: 49.9, currency: '' },
])('ignores the amount of %j and reports it', (data) => {
  expect(moneyOf(data)).toEqual({ revenueMicros: null, currency: null });
  expect(amountProblem(data)).toMatch(/^data\.(revenue|currency) is /);
});

test.each<JsonObject>([{}, { revenue: null }, { currency: '€' }])(
  'reports nothing for %j without a revenue',
  (data) => {
    expect(amountProblem(data)).toBeNull();
  },
);
