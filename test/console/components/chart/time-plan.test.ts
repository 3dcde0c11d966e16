import { layersOf, styleSeries, type Series } from '../../../../console/components/chart/series';
import { nearestIndex, planTimeChart, type TimePlanInput } from '../../../../console/components/chart/time-plan';
import { valueAxis } from '../../../../console/components/chart/value-axis';
import { formatCount, formatShare } from '../../../../console/format/number';

const day = (index: number): string => new Date(Date.UTC(2026, 10, 1 + index)).toISOString().slice(0, 10);
const days = (count: number): string[] => Array.from({ length: count }, (_one, index) => day(index));

const plan = (input: Partial<TimePlanInput>) =>
  planTimeChart({
    days: days(3),
    series: [{ id: 'a', name: 'A', values: [1, 2, 3] }],
    stacked: false,
    format: formatCount,
    unit: undefined,
    marks: [],
    lines: [],
    ends: undefined,
    width: 600,
    height: 240,
    ...input,
  });

describe('the value axis', () => {
  const labels = (values: number[], format: (value: number) => string, ends?: [number, number]): string[] =>
    valueAxis(values, { format, ends }).ticks.map(({ label }) => label);

  it.each([
    [[0, 1], formatCount, ['0', '1']],
    [[0], formatCount, ['0', '1']],
    [[3, 1360], formatCount, ['0', '500', '1,000', '1,500']],
    [[-8, 12], formatCount, ['-10', '-5', '0', '5', '10', '15']],
    [[0.081, 0.163], formatShare, ['0%', '5%', '10%', '15%', '20%']],
  ])('has round and distinct ticks for %j', (values, format, expected) => {
    expect(labels(values, format)).toEqual(expected);
  });

  it('keeps fixed ends', () => {
    expect(labels([0.4, 0.6], formatShare, [0, 1])).toEqual(['0%', '20%', '40%', '60%', '80%', '100%']);
  });
});

describe('the plan of a chart over time', () => {
  it('draws a single day as bars in the middle', () => {
    const { series, time, left, right } = plan({
      days: days(1),
      series: [{ id: 'a', name: 'A', values: [4], kind: 'area' }],
    });
    expect(series.map(({ kind }) => kind)).toEqual(['bar']);
    expect(time.positions).toEqual([(left + right) / 2]);
    expect(time.ticks).toEqual([{ x: (left + right) / 2, label: '1 Nov', anchor: 'middle' }]);
  });

  it('keeps bars inside of the plot', () => {
    const { time, left, right } = plan({ days: days(7), series: [{ id: 'a', name: 'A', values: [], kind: 'bar' }] });
    expect(time.positions[0]! - time.slot / 2).toBeCloseTo(left);
    expect(time.positions[6]! + time.slot / 2).toBeCloseTo(right);
  });

  it.each([
    [2, ['1 Nov', '2 Nov']],
    [7, ['1 Nov', '2 Nov', '3 Nov', '4 Nov', '5 Nov', '6 Nov', '7 Nov']],
    [200, ['Nov 2026', 'Dec 2026', 'Jan 2027', 'Feb 2027', 'Mar 2027', 'Apr 2027', 'May 2027']],
  ])('labels %i days at midnight', (count, expected) => {
    expect(plan({ days: days(count), series: [] }).time.ticks.map(({ label }) => label)).toEqual(expected);
  });

  it('includes bands and reference lines in the value axis', () => {
    const series: Series[] = [{ id: 'a', name: 'A', values: [1, 2, 3], band: [null, null, [0, 20]] }];
    const { yOf, top } = plan({ series, lines: [{ value: 31, label: 'Goal' }] });
    expect(yOf(20)).toBeGreaterThan(top);
    expect(yOf(31)).toBeGreaterThanOrEqual(top);
  });

  it('leaves out labels of marks that would overlap, and marks outside of the days', () => {
    const marks = [
      { at: '2026-11-01', label: 'Published version 1' },
      { at: '2026-11-01', label: 'Settings changed' },
      { at: '2026-11-03', label: 'Published version 2' },
      { at: '2026-11-09', label: 'Later' },
    ];
    expect(plan({ marks }).marks.map(({ label, anchor }) => [label, anchor])).toEqual([
      ['Published version 1', 'start'],
      ['Settings changed', null],
      ['Published version 2', 'end'],
    ]);
  });

  it('shortens long labels before their last word, and leaves out those of days that would overlap', () => {
    const [mark] = plan({ marks: [{ at: '2026-11-01', label: 'Announcement on product pages started' }] }).marks;
    expect(mark?.label).toBe('Announcement on produ… started');
    for (let width = 300; width <= 1_200; width += 7) {
      const { ticks } = plan({ days: days(51), series: [], width }).time;
      const starts = ticks.map(({ x, label, anchor }) => x - label.length * 7.5 * (anchor === 'end' ? 1 : 0.5));
      ticks.slice(1).forEach((_tick, index) => {
        const { label } = ticks[index]!;
        expect(starts[index + 1]! - starts[index]!).toBeGreaterThanOrEqual(label.length * 7.5);
      });
    }
  });

  it('finds the nearest day', () => {
    expect([0, 14, 16, 99].map((x) => nearestIndex([10, 20, 30], x))).toEqual([0, 0, 1, 2]);
  });
});

describe('series', () => {
  it('stacks bars and areas, but neither lines nor comparisons', () => {
    const series: Series[] = [
      { id: 'a', name: 'A', kind: 'bar', values: [1, null] },
      { id: 'b', name: 'B', kind: 'bar', values: [2, 3] },
      { id: 'c', name: 'C', values: [9, 9] },
      { id: 'd', name: 'D', kind: 'bar', values: [5, 5], isComparison: true },
    ];
    expect(layersOf(series, true)).toEqual([
      [[0, 1], null],
      [
        [1, 3],
        [0, 3],
      ],
      [
        [0, 9],
        [0, 9],
      ],
      [
        [0, 5],
        [0, 5],
      ],
    ]);
  });

  it('differ by color, then by dash; a comparison has the color of its series', () => {
    const styles = styleSeries([
      ...Array.from({ length: 24 }, (_one, index) => ({ id: String(index) })),
      { id: 'before', isComparison: true },
    ]);
    expect(new Set(styles.map(({ className, dash }) => `${className} ${dash}`)).size).toBe(25);
    expect(styles.at(-1)).toEqual({ className: 'series-1 comparison', dash: '4 4' });
  });
});
