import { countingVersionOf, recountFor, type CountDefinition } from '../../../domain/experiments/count-definition';
import { countedMetrics } from '../../../domain/experiments/metrics/counted-metric';
import { metricOf } from '../../../domain/experiments/metrics/metric';

describe('recountFor', () => {
  const metrics = countedMetrics({ primary: metricOf('bought'), others: [], windowDays: null, cuped: true }, []);
  const held: CountDefinition = {
    version: countingVersionOf(metrics),
    variantIds: ['a', 'b'],
    endedAt: null,
    allocations: 1,
    metrics,
    money: { base: 'EUR', months: { '2026-01': 'one', '2026-03': 'other' } },
  };
  const [firstEnd, lastEnd] = ['2026-03-10T00:00:00.000000Z', '2026-03-11T00:00:00.000000Z'];
  const exposed = { kind: 'exposed', all: false, endedAt: null, allocations: null, moneySince: null };

  it('is nothing for the same definition, whatever the order of its keys', () => {
    expect(recountFor(held, { ...held, variantIds: ['a', 'b'] })).toBeNull();
  });

  it('is of all events for other variants, and for an end that is later or gone', () => {
    expect(recountFor(held, { ...held, variantIds: ['a', 'b', 'c'] })).toEqual({ kind: 'all', afresh: false });
    expect(recountFor({ ...held, endedAt: firstEnd }, { ...held, endedAt: lastEnd })).toEqual({
      kind: 'all',
      afresh: false,
    });
    expect(recountFor({ ...held, endedAt: firstEnd }, held)).toEqual({ kind: 'all', afresh: false });
  });

  it('is of those who did something late for an end that is earlier, or there at last', () => {
    expect(recountFor(held, { ...held, endedAt: firstEnd })).toEqual({ ...exposed, endedAt: firstEnd });
    expect(recountFor({ ...held, endedAt: lastEnd }, { ...held, endedAt: firstEnd })).toEqual({
      ...exposed,
      endedAt: firstEnd,
    });
    // The end that was counted by is not counted by again.
    expect(recountFor({ ...held, endedAt: firstEnd }, { ...held, endedAt: firstEnd, allocations: 2 })).toEqual({
      ...exposed,
      allocations: 1,
    });
  });

  it('is of all who are exposed for other metrics, another currency and the first weights', () => {
    expect(recountFor(held, { ...held, metrics: [] })).toEqual({ ...exposed, all: true });
    expect(recountFor(held, { ...held, money: { ...held.money!, base: 'USD' } })).toEqual({ ...exposed, all: true });
    expect(recountFor({ ...held, allocations: 0 }, held)).toEqual({ ...exposed, all: true, allocations: 0 });
  });

  it('is of those with amounts since the first month whose rates differ', () => {
    const since = (months: Record<string, string>) => recountFor(held, { ...held, money: { base: 'EUR', months } });
    expect(since({ '2026-01': 'one', '2026-03': 'changed' })).toEqual({ ...exposed, moneySince: '2026-03-01' });
    expect(since({ '2026-01': 'one', '2026-02': 'new', '2026-03': 'other' })).toEqual({
      ...exposed,
      moneySince: '2026-02-01',
    });
    expect(since({ '2026-03': 'other' })).toEqual({ ...exposed, moneySince: '2026-01-01' });
  });

  it('is of everything, sums too, where it was counted in another way', () => {
    const { version: _version, money: _money, ...older } = held;
    expect(recountFor(older, held)).toEqual({ kind: 'all', afresh: true });
  });

  it('is of everything where a ratio was counted as it was before, and of nothing else', () => {
    const ratio = metricOf({ metric: 'bought', measure: 'ratio', denominator: 'basket' });
    const withRatio = countedMetrics({ primary: ratio, others: [], windowDays: null, cuped: true }, []);
    const current = { ...held, metrics: withRatio, version: countingVersionOf(withRatio) };
    expect(recountFor({ ...current, version: 2 }, current)).toEqual({ kind: 'all', afresh: true });
    expect(countingVersionOf(metrics)).toBe(2);
  });
});
