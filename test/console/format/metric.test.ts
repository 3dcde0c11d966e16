import { describeMetric } from '../../../console/format/metric';

it.each([
  [null, 'Primary conversion'],
  ['cnv_1', 'Purchase'],
  ['signed_up', 'signed_up'],
  [{ metric: 'cnv_1' }, 'Purchase'],
  [{ metric: 'cnv_1', measure: 'revenue' }, 'revenue of Purchase'],
])('formats %j as %s', (metric, name) => {
  expect(describeMetric(metric, [{ id: 'cnv_1', name: 'Purchase' }])).toBe(name);
});
