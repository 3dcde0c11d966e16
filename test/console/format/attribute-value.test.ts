import { attributeChanges, attributeRows, attributesOf, rowProblem } from '../../../console/format/attribute-value';

it('reads attributes of every kind into rows, and back', () => {
  const attributes = { plan: 'pro', seats: 3, trial: false, tags: ['a'], nothing: null };
  const rows = attributeRows(attributes);
  expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
    ['text', 'pro'],
    ['number', '3'],
    ['yes or no', 'no'],
    ['JSON', '["a"]'],
    ['JSON', 'null'],
  ]);
  expect(rows.map(rowProblem)).toEqual([null, null, null, null, null]);
  expect(attributesOf(rows)).toEqual(attributes);
});

it.each([
  [{ name: '', kind: 'text', text: '' }, null],
  [{ name: ' ', kind: 'text', text: 'pro' }, 'Give the attribute a name.'],
  [{ name: 'seats', kind: 'number', text: 'three' }, 'This is not a number.'],
  [{ name: 'seats', kind: 'number', text: ' ' }, 'This is not a number.'],
  [{ name: 'trial', kind: 'yes or no', text: 'perhaps' }, 'Type yes or no.'],
  [{ name: 'tags', kind: 'JSON', text: '[' }, 'This is not JSON.'],
] as const)('%j: %s', (row, problem) => {
  expect(rowProblem(row)).toBe(problem);
});

it('sends what differs, and null for what is gone', () => {
  expect(attributeChanges({ plan: 'pro', seats: 3, tags: ['a'] }, { plan: 'pro', seats: 4, city: 'Ulm' })).toEqual({
    seats: 4,
    city: 'Ulm',
    tags: null,
  });
});
