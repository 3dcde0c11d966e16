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

  it('is null for the same definition, in any key order', () => {
    expect(recountFor(held, { ...held, variantIds: ['a', 'b'] })).toBeNull();
  });

  it('covers all events after a change of variants, or a later or removed end', () => {
    expect(recountFor(held, { ...held, variantIds: ['a', 'b', 'c'] })).toEqual({ kind: 'all', afresh: false });
    expect(recountFor({ ...held, endedAt: firstEnd }, { ...held, endedAt: lastEnd })).toEqual({
      kind: 'all',
      afresh: false,
    });
    expect(recountFor({ ...held, endedAt: firstEnd }, held)).toEqual({ kind: 'all', afresh: false });
  });

  it('covers subjects with late events after an earlier or new end', () => {
    expect(recountFor(held, { ...held, endedAt: firstEnd })).toEqual({ ...exposed, endedAt: firstEnd });
    expect(recountFor({ ...held, endedAt: lastEnd }, { ...held, endedAt: firstEnd })).toEqual({
      ...exposed,
      endedAt: firstEnd,
    });
    // An end that was already applied is not applied again.
    expect(recountFor({ ...held, endedAt: firstEnd }, { ...held, endedAt: firstEnd, allocations: 2 })).toEqual({
      ...exposed,
      allocations: 1,
    });
  });

  it('covers all exposed subjects after a change of metrics or currency, and for the first weights', () => {
    expect(recountFor(held, { ...held, metrics: [] })).toEqual({ ...exposed, all: true });
    expect(recountFor(held, { ...held, money: { ...held.money!, base: 'USD' } })).toEqual({ ...exposed, all: true });
    expect(recountFor({ ...held, allocations: 0 }, held)).toEqual({ ...exposed, all: true, allocations: 0 });
  });

  it('covers subjects with amounts since the first month with changed exchange rates', () => {
    const since = (months: Record<string, string>) => recountFor(held, { ...held, money: { base: 'EUR', months } });
    expect(since({ '2026-01': 'one', '2026-03': 'changed' })).toEqual({ ...exposed, moneySince: '2026-03-01' });
    expect(since({ '2026-01': 'one', '2026-02': 'new', '2026-03': 'other' })).toEqual({
      ...exposed,
      moneySince: '2026-02-01',
    });
    expect(since({ '2026-03': 'other' })).toEqual({ ...exposed, moneySince: '2026-01-01' });
  });

  it('rebuilds everything, including sums, after a change of the counting version', () => {
    const { version: _version, money: _money, ...older } = held;
    expect(recountFor(older, held)).toEqual({ kind: 'all', afresh: true });
  });

  it('rebuilds everything for a ratio counted with the old version, and for no other metric', () => {
    const ratio = metricOf({ metric: 'bought', measure: 'ratio', denominator: 'basket' });
    const withRatio = countedMetrics({ primary: ratio, others: [], windowDays: null, cuped: true }, []);
    const current = { ...held, metrics: withRatio, version: countingVersionOf(withRatio) };
    expect(recountFor({ ...current, version: 2 }, current)).toEqual({ kind: 'all', afresh: true });
    expect(countingVersionOf(metrics)).toBe(2);
  });
});
