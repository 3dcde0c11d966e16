import {
  changeSince,
  countOf,
  formatChange,
  formatConfidence,
  formatInterval,
  formatP,
  formatShare,
} from '../../../console/format/number';

it.each([
  [0, '0%'],
  [0.1234, '12.3%'],
  [0.0123, '1.23%'],
  [1, '100%'],
])('a share of %p reads %s', (value, text) => {
  expect(formatShare(value)).toBe(text);
});

it.each([
  [0, '0%'],
  [1e-6, '< 0.1%'],
  [0.5, '50%'],
  [0.999, '99.9%'],
  [0.99998, '> 99.9%'],
  [1, '> 99.9%'],
])('a confidence of %p reads %s', (value, text) => {
  expect(formatConfidence(value)).toBe(text);
});

it.each([
  [0.1, '+10%'],
  [-0.05, '−5%'],
  [0, '±0%'],
])('a change of %p reads %s', (value, text) => {
  expect(formatChange(value)).toBe(text);
});

it('formats both ends of an interval, and a missing interval as a dash', () => {
  expect(formatInterval([0.1, 0.2], formatShare)).toBe('10% to 20%');
  expect(formatInterval(null, formatShare)).toBe('–');
  expect(formatInterval(undefined, formatShare)).toBe('–');
});

it('returns no change if the previous value is 0', () => {
  expect(changeSince(5, 0)).toBeNull();
  expect(changeSince(15, 10)).toBe(0.5);
  expect(changeSince(5, 10)).toBe(-0.5);
});

it('uses the singular for 1', () => {
  expect([0, 1, 1_200].map((count) => countOf(count, 'person', 'people'))).toEqual([
    '0 people',
    '1 person',
    '1,200 people',
  ]);
});

it('formats small p-values as below 0.001', () => {
  expect([0.5637, 0.04211, 0.00002].map(formatP)).toEqual(['0.5637', '0.04211', '< 0.001']);
});
