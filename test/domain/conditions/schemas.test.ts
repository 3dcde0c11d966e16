import { condition, conditionOperator, type Condition } from '../../../domain/conditions/schemas';

const field = 'attributes.plan';
const taken = (value: unknown): boolean => condition.safeParse(value).success;

describe('condition', () => {
  it.each<Condition>([
    { field: 'email', operator: 'equals', value: 'a@b.c' },
    { field: 'timezone', operator: 'starts_with', value: 'Europe/' },
    { field, operator: 'contains', value: null },
    { field, operator: 'not_equals', value: false },
    { field, operator: 'in', value: ['a', 1, true] },
    { field, operator: 'not_in', value: [] },
    { field, operator: 'contains', value: 7 },
    { field, operator: 'greater_than', value: 0 },
    { field, operator: 'less_than', value: '2026-01-01' },
    { field, operator: 'at_least', value: -1.5 },
    { field, operator: 'at_most', value: 10 },
    { field, operator: 'exists' },
    { field, operator: 'exists', value: false },
    { field: 'event.data.a.b', operator: 'exists' },
    { all: [] },
    { any: [{ not: { all: [{ field, operator: 'exists' }] } }] },
  ])('accepts %j unchanged', (value) => {
    expect(condition.parse(value)).toEqual(value);
  });

  it.each([
    { field, operator: 'equals', value: null },
    { field, operator: 'not_equals', value: null },
    { field, operator: 'in', value: ['a', null] },
    { field, operator: 'not_in', value: [null] },
  ])('rejects %j and suggests the exists operator', (value) => {
    const { error } = condition.safeParse({ any: [value] });
    expect(error?.issues.map(({ message }) => message).join()).toContain('exists');
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['text', 'all'],
    ['an empty object', {}],
    ['another operator', { field, operator: 'matches', value: '.*' }],
    ['an operator that objects have', { field, operator: 'constructor', value: 1 }],
    ['no operator', { field, value: 1 }],
    ['no field', { operator: 'exists' }],
    ['an unknown field beside', { field, operator: 'exists', why: 'because' }],
    ['two forms in one', { all: [], any: [] }],
    ['a group with a comparison in one', { all: [], field, operator: 'exists' }],
    ['all of no list', { all: { field, operator: 'exists' } }],
    ['not of a list', { not: [{ field, operator: 'exists' }] }],
    ['a bad one deep inside', { any: [{ not: { all: [{ field, operator: 'equals' }] } }] }],
    ['101 parts', { all: Array.from({ length: 101 }, () => ({ field, operator: 'exists' })) }],
    ['501 values', { field, operator: 'in', value: Array.from({ length: 501 }, () => 1) }],
    ['a text of 1001 characters', { field, operator: 'equals', value: 'x'.repeat(1_001) }],
    ['an object as value', { field, operator: 'equals', value: {} }],
    ['nested lists', { field, operator: 'in', value: [[1]] }],
    ['a value that is no number', { field, operator: 'at_least', value: Number.NaN }],
  ])('rejects %s', (_, value) => {
    expect(taken(value)).toBe(false);
  });

  it.each([
    'name',
    'attributes',
    'attributes.',
    'event.data.',
    'event.type',
    'Email',
    'email.x',
    ' email',
    '',
    'attributes.\n',
  ])('rejects the field %j', (name) => {
    expect(taken({ field: name, operator: 'exists' })).toBe(false);
  });

  it('accepts a field of 300 characters and rejects 301', () => {
    const named = (length: number) => ({ field: `attributes.${'x'.repeat(length - 11)}`, operator: 'exists' });
    expect(taken(named(300))).toBe(true);
    expect(taken(named(301))).toBe(false);
  });

  const values = { none: undefined, text: 'a', number: 1, boolean: true, null: null, list: [1] };
  const takes: Record<string, string[]> = {
    equals: ['text', 'number', 'boolean'],
    not_equals: ['text', 'number', 'boolean'],
    contains: ['text', 'number', 'boolean', 'null'],
    starts_with: ['text', 'number', 'boolean'],
    in: ['list'],
    not_in: ['list'],
    greater_than: ['text', 'number'],
    less_than: ['text', 'number'],
    at_least: ['text', 'number'],
    at_most: ['text', 'number'],
    exists: ['none', 'boolean'],
  };

  it.each(conditionOperator.options)('%s accepts only values of its own types', (operator) => {
    const accepted = Object.entries(values).filter(([, value]) => taken({ field, operator, value }));
    expect(accepted.map(([type]) => type).sort()).toEqual([...takes[operator]!].sort());
  });
});
