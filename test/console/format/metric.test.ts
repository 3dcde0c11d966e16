import { describeMetric, metricTitles } from '../../../console/format/metric';

it.each([
  [null, 'Purchase (primary conversion)'],
  ['cnv_1', 'Purchase'],
  ['signed_up', 'signed_up'],
  [{ metric: 'cnv_1' }, 'Purchase'],
  [{ metric: 'cnv_1', measure: 'revenue' }, 'revenue of Purchase'],
])('formats %j as %s', (metric, name) => {
  expect(describeMetric(metric, [{ id: 'cnv_1', name: 'Purchase', isPrimary: true }])).toBe(name);
});

it('titles the default metric with the name of the primary conversion, if it is known', () => {
  const nameOf = (id: string): string | undefined => (id === 'cnv_1' ? 'Signed up' : undefined);
  const titles = (primary: string | null) => [null, 'cnv_1', 'bought'].map(metricTitles(primary, nameOf));
  expect(titles('cnv_1')).toEqual(['Signed up', 'Signed up', 'bought']);
  expect(titles('cnv_deleted')).toEqual(['Primary conversion', 'Signed up', 'bought']);
  expect(titles(null)).toEqual(['Primary conversion', 'Signed up', 'bought']);
  expect(describeMetric(null, [])).toBe('Primary conversion');
});
