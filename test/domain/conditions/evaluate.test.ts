import fc from 'fast-check';
import { evaluate, type ConditionFacts } from '../../../domain/conditions/evaluate';
import type { Comparison, Condition, Scalar } from '../../../domain/conditions/schemas';

const facts: ConditionFacts = {
  email: 'jane@example.com',
  timezone: 'Asia/Tokyo',
  attributes: {
    plan: 'pro',
    seats: 12,
    trial: false,
    tags: ['beta', 7, null],
    company: { name: 'Acme', size: { employees: 40 } },
    'company.name': 'Exact Ltd',
    'a.b': 'exact',
    nothing: null,
    'known.but': null,
    known: { but: 'dotted' },
  },
  event: { data: { revenue: 99.5, currency: 'EUR', items: ['a', 'b'] } },
};

const holds = (field: string, operator: Comparison['operator'], value?: Comparison['value']): boolean =>
  evaluate({ field, operator, value }, facts);

describe('field lookup', () => {
  it.each([
    ['email', 'jane@example.com'],
    ['timezone', 'Asia/Tokyo'],
    ['attributes.plan', 'pro'],
    ['attributes.company.size.employees', 40],
    ['attributes.company.name', 'Exact Ltd'],
    ['attributes.a.b', 'exact'],
    ['event.data.currency', 'EUR'],
    ['attributes.tags.0', 'beta'],
  ])('finds %s with the value %j', (field, value) => {
    expect(holds(field, 'equals', value)).toBe(true);
    expect(holds(field, 'not_equals', value)).toBe(false);
  });

  it.each([
    'attributes.missing',
    'attributes.nothing',
    'attributes.plan.length',
    'attributes.company.size.employees.toFixed',
    'attributes.known.but',
    'attributes.toString',
    'attributes.__proto__',
    'attributes.constructor.name',
    'attributes.tags.length.x',
    'event.data.missing',
  ])('finds no value for %s', (field) => {
    expect(holds(field, 'exists')).toBe(false);
  });

  it('finds no values if the event or person is missing', () => {
    expect(evaluate({ field: 'event.data.revenue', operator: 'exists' }, { attributes: {} })).toBe(false);
    expect(evaluate({ field: 'attributes.plan', operator: 'exists' }, {})).toBe(false);
    expect(evaluate({ field: 'email', operator: 'exists' }, { email: null })).toBe(false);
    expect(evaluate({ field: 'timezone', operator: 'exists' }, {})).toBe(false);
  });
});

describe('comparisons', () => {
  it.each<[string, Comparison['operator'], Comparison['value'], boolean]>([
    ['attributes.plan', 'equals', 'pro', true],
    ['attributes.plan', 'equals', 'Pro', false],
    ['attributes.plan', 'equals', 'pro ', false],
    ['attributes.trial', 'equals', false, true],
    ['attributes.trial', 'equals', true, false],
    ['attributes.plan', 'not_equals', 'free', true],
    ['attributes.plan', 'not_equals', 'pro', false],
    ['attributes.plan', 'in', ['free', 'pro'], true],
    ['attributes.plan', 'in', ['free', 'PRO'], false],
    ['attributes.plan', 'in', [], false],
    ['attributes.plan', 'not_in', ['free', 'pro'], false],
    ['attributes.plan', 'not_in', ['free'], true],
    ['attributes.plan', 'not_in', [], true],
    ['email', 'contains', '@example', true],
    ['email', 'contains', '@EXAMPLE', false],
    ['attributes.tags', 'contains', 'beta', true],
    ['attributes.tags', 'contains', 'bet', false],
    ['attributes.tags', 'contains', 7, true],
    ['attributes.tags', 'contains', '7', false],
    ['event.data.items', 'contains', 'b', true],
    ['email', 'starts_with', 'jane', true],
    ['email', 'starts_with', 'ane', false],
    ['attributes.seats', 'greater_than', 11, true],
    ['attributes.seats', 'greater_than', 12, false],
    ['attributes.seats', 'less_than', 13, true],
    ['attributes.seats', 'less_than', 12, false],
    ['attributes.seats', 'at_least', 12, true],
    ['attributes.seats', 'at_least', 12.1, false],
    ['attributes.seats', 'at_most', 12, true],
    ['attributes.seats', 'at_most', 11.9, false],
    ['attributes.plan', 'greater_than', 'pre', true],
    ['attributes.plan', 'greater_than', 'pro', false],
    ['attributes.plan', 'less_than', 'prp', true],
    ['attributes.plan', 'less_than', 'pro', false],
    ['attributes.plan', 'at_least', 'pro', true],
    ['attributes.plan', 'at_least', 'prp', false],
    ['attributes.plan', 'at_most', 'pro', true],
    ['attributes.plan', 'at_most', 'pre', false],
    ['attributes.plan', 'exists', true, true],
    ['attributes.plan', 'exists', undefined, true],
    ['attributes.plan', 'exists', false, false],
    ['attributes.trial', 'exists', true, true],
  ])('%s %s %j: %s', (field, operator, value, expected) => {
    expect(holds(field, operator, value)).toBe(expected);
  });

  it.each<[Comparison['operator'], Comparison['value'], boolean]>([
    ['equals', 'x', false],
    ['equals', null, false],
    ['not_equals', 'x', true],
    ['not_equals', null, true],
    ['in', ['x', null], false],
    ['not_in', ['x', null], true],
    ['contains', 'x', false],
    ['starts_with', '', false],
    ['greater_than', -1, false],
    ['less_than', 1, false],
    ['at_least', 0, false],
    ['at_most', 0, false],
    ['exists', true, false],
    ['exists', undefined, false],
    ['exists', false, true],
  ])('missing and null values: %s %j is %s', (operator, value, expected) => {
    expect(holds('attributes.missing', operator, value)).toBe(expected);
    expect(holds('attributes.nothing', operator, value)).toBe(expected);
  });

  it.each<[string, Scalar]>([
    ['attributes.seats', '12'],
    ['attributes.trial', 0],
    ['attributes.trial', 'false'],
    ['attributes.trial', ''],
    ['attributes.plan', 0],
    ['attributes.tags', 'beta,7,'],
    ['attributes.company', '[object Object]'],
    ['event.data.revenue', '99.5'],
  ])('%s does not equal %j of another type and is not ordered against it', (field, value) => {
    expect(holds(field, 'equals', value)).toBe(false);
    expect(holds(field, 'not_equals', value)).toBe(true);
    expect(holds(field, 'in', [value])).toBe(false);
    expect(holds(field, 'not_in', [value])).toBe(true);
    for (const operator of ['greater_than', 'less_than', 'at_least', 'at_most'] as const) {
      expect(holds(field, operator, value)).toBe(false);
    }
  });

  it('does not search for text in numbers or for numbers in text', () => {
    expect(holds('attributes.seats', 'contains', '1')).toBe(false);
    expect(holds('attributes.seats', 'starts_with', '1')).toBe(false);
    expect(evaluate({ field: 'attributes.code', operator: 'contains', value: 1 }, { attributes: { code: '1' } })).toBe(
      false,
    );
  });

  it('orders numbers numerically', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (left, right) => {
          const compared = (operator: Comparison['operator']) =>
            evaluate({ field: 'attributes.n', operator, value: right }, { attributes: { n: left } });
          expect(compared('greater_than')).toBe(left > right);
          expect(compared('less_than')).toBe(left < right);
          expect(compared('at_least')).toBe(left >= right);
          expect(compared('at_most')).toBe(left <= right);
        },
      ),
    );
  });
});

describe('groups', () => {
  const yes: Condition = { field: 'attributes.plan', operator: 'equals', value: 'pro' };
  const no: Condition = { field: 'attributes.plan', operator: 'equals', value: 'free' };

  it.each<[string, Condition, boolean]>([
    ['all of nothing', { all: [] }, true],
    ['any of nothing', { any: [] }, false],
    ['all, all true', { all: [yes, yes] }, true],
    ['all, one false', { all: [yes, no] }, false],
    ['any, one true', { any: [no, yes] }, true],
    ['any, none true', { any: [no, no] }, false],
    ['not true', { not: yes }, false],
    ['not false', { not: no }, true],
    ['nested', { all: [{ any: [no, { not: { all: [yes, no] } }] }, { not: { any: [] } }] }, true],
  ])('%s', (_, condition, expected) => {
    expect(evaluate(condition, facts)).toBe(expected);
  });

  it('negate missing values: not_equals is true, and so is the negation of equals', () => {
    expect(evaluate({ not: { field: 'attributes.missing', operator: 'equals', value: 1 } }, facts)).toBe(true);
    expect(evaluate({ not: { field: 'attributes.missing', operator: 'not_equals', value: 1 } }, facts)).toBe(false);
  });
});
