import { attributeChanges, attributeRows, attributesOf, rowProblem } from '../../../console/format/attribute-value';

it('converts attributes of every kind to rows and back', () => {
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
  [{ name: ' ', kind: 'text', text: 'pro' }, 'Enter a name for the attribute.'],
  [{ name: 'seats', kind: 'number', text: 'three' }, 'Enter a number.'],
  [{ name: 'seats', kind: 'number', text: ' ' }, 'Enter a number.'],
  [
    { name: 'id', kind: 'number', text: '9007199254740993' },
    'This number has too many digits. Choose text to keep them all.',
  ],
  [{ name: 'trial', kind: 'yes or no', text: 'perhaps' }, 'Enter yes or no.'],
  [{ name: 'tags', kind: 'JSON', text: '[' }, 'Enter valid JSON.'],
] as const)('%j: %s', (row, problem) => {
  expect(rowProblem(row)).toBe(problem);
});

it('sends changed attributes, and null for removed ones', () => {
  expect(attributeChanges({ plan: 'pro', seats: 3, tags: ['a'] }, { plan: 'pro', seats: 4, city: 'Ulm' })).toEqual({
    seats: 4,
    city: 'Ulm',
    tags: null,
  });
});
