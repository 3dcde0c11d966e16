import { countedMetrics, metricKey, type CountedMetric } from '../../../../domain/experiments/metrics/counted-metric';
import { metricOf, signedMetricOf } from '../../../../domain/experiments/metrics/metric';
import type { MetricSetting } from '../../../../domain/experiments/metrics/schemas';

const conversion = (id: string, isPrimary: boolean) => ({ id, revision: 1, historyBefore: null, isPrimary });
const counted = (id: string) => ({ id, revision: 1, historyBefore: null });

interface Given {
  primary: MetricSetting | null;
  others?: MetricSetting[];
  windowDays?: number | null;
  cuped?: boolean;
}

const metricsOf = (
  { primary, others = [], windowDays = null, cuped = true }: Given,
  conversions = [conversion('cnv_1', false), conversion('cnv_2', false)],
): CountedMetric[] =>
  countedMetrics({ primary: metricOf(primary), others: others.map(signedMetricOf), windowDays, cuped }, conversions);

const sourcesOf = (metrics: readonly CountedMetric[]) =>
  metrics.map(({ numerator: { source } }) => source.eventName ?? source.conversions.map(({ id }) => id));

describe('countedMetrics', () => {
  it('counts the primary conversion if no metric is named, or all if none is primary, with revenue', () => {
    const primary = metricsOf({ primary: null }, [conversion('cnv_1', true), conversion('cnv_2', false)]);
    expect(primary.map(({ numerator }) => numerator)).toEqual([
      { source: { eventName: null, conversions: [counted('cnv_1')] }, of: 'conversion' },
      { source: { eventName: null, conversions: [counted('cnv_1')] }, of: 'revenue' },
    ]);
    expect(sourcesOf(metricsOf({ primary: null }))).toEqual([
      ['cnv_1', 'cnv_2'],
      ['cnv_1', 'cnv_2'],
    ]);
  });

  it('counts nothing without conversions, and no events with an empty name', () => {
    expect(sourcesOf(metricsOf({ primary: null }, []))).toEqual([[], []]);
  });

  it('resolves a name to a conversion if one exists, otherwise to an event, without duplicates', () => {
    const metrics = metricsOf({
      primary: { metric: 'cnv_2', measure: 'revenue' },
      others: ['-refund', 'refund', 'cnv_2'],
    });
    expect(sourcesOf(metrics)).toEqual([['cnv_2'], 'refund', ['cnv_2']]);
    expect(metrics.map(({ key }) => key)).toEqual(['cnv_2', 'refund', '{"measure":"revenue","metric":"cnv_2"}']);
  });

  it('uses the window of the metric, or else that of the experiment', () => {
    const others: MetricSetting[] = ['refund', { metric: 'refund', windowDays: 2 }];
    const metrics = metricsOf({ primary: { metric: 'x', measure: 'revenue' }, others, windowDays: 7 });
    expect(Object.fromEntries(metrics.map(({ key, windowDays }) => [key, windowDays]))).toEqual({
      refund: 7,
      '{"measure":"conversion","metric":"refund","windowDays":2}': 2,
      '{"measure":"revenue","metric":"x"}': 7,
    });
  });

  it('counts the past for all metrics except ratios, unless it is disabled', () => {
    const given = { primary: 'x', others: [{ metric: 'x', measure: 'ratio', denominator: 'y' } as const] };
    expect(metricsOf(given).map(({ priorDays, denominator }) => [denominator !== null, priorDays])).toEqual(
      expect.arrayContaining([
        [true, 0],
        [false, 14],
      ]),
    );
    expect(metricsOf({ ...given, cuped: false }).map(({ priorDays }) => priorDays)).toEqual([0, 0, 0]);
  });
});

test('a key depends on everything that affects the values, but not on direction or margin', () => {
  const base = { metric: 'x', measure: 'count' } as const;
  const keys = [
    base,
    { ...base, cap: 2 },
    { ...base, windowDays: 2 },
    { ...base, measure: 'revenue' } as const,
    { ...base, measure: 'ratio', denominator: 'y' } as const,
    { ...base, measure: 'ratio', denominator: 'y', numerator: 'revenue' } as const,
    'x',
  ].map((setting) => metricKey(metricOf(setting)));
  expect(new Set(keys).size).toBe(keys.length);
  expect(metricKey(metricOf({ ...base, direction: 'down', margin: 0.1 }))).toBe(keys[0]);
});

test('a ratio of a metric to itself is revenue per occurrence', () => {
  expect(metricOf({ metric: 'x', measure: 'ratio', denominator: 'x' }).ratio?.numerator).toBe('revenue');
  expect(metricOf({ metric: 'x', measure: 'ratio', denominator: 'y' }).ratio?.numerator).toBe('count');
});
