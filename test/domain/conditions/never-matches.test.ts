import { neverMatches } from '../../../domain/conditions/never-matches';
import type { Comparison, Condition } from '../../../domain/conditions/schemas';

const plan = (operator: Comparison['operator'], value?: Comparison['value']): Comparison =>
  value === undefined ? { field: 'attributes.plan', operator } : { field: 'attributes.plan', operator, value };

const nothing: Condition[] = [
  { any: [] },
  { not: { all: [] } },
  { all: [plan('equals', 'pro'), { any: [] }] },
  { any: [{ any: [] }, plan('in', [])] },
  { not: plan('not_in', []) },
  { event: 'order', within: 'P1D', atLeast: 1, where: { any: [] } },
  { all: [plan('equals', 'pro'), plan('equals', 'free')] },
  { all: [plan('in', ['a', 'b']), { all: [plan('not_equals', 'a'), plan('not_equals', 'b')] }] },
  { all: [plan('greater_than', 5), plan('less_than', 3)] },
  { all: [plan('at_least', 5), plan('less_than', 5)] },
  { all: [plan('exists', false), plan('contains', 'x')] },
  { all: [{ not: plan('exists') }, plan('equals', 'x')] },
];

const something: Condition[] = [
  { all: [] },
  { not: { any: [] } },
  plan('not_in', []),
  { any: [{ any: [] }, plan('equals', 'pro')] },
  { all: [plan('equals', 'pro'), { field: 'attributes.city', operator: 'equals', value: 'Ulm' }] },
  { all: [plan('in', ['a', 'b']), plan('equals', 'b')] },
  { all: [plan('at_least', 5), plan('at_most', 5)] },
  { all: [plan('exists', false), plan('not_equals', 'x')] },
  { not: { all: [plan('equals', 'a'), plan('equals', 'b')] } },
  { event: 'order', within: 'P1D', atLeast: 1 },
];

test.each(nothing)('%j matches no one', (condition) => {
  expect(neverMatches(condition)).toBe(true);
});

test.each(something)('%j may match', (condition) => {
  expect(neverMatches(condition)).toBe(false);
});
