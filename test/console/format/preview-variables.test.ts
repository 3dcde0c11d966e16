import { variableNames, variablesOf } from '../../../console/format/preview-variables';

it('nests dotted names, and parses lists, objects, numbers and booleans', () => {
  const typed = {
    'attributes.first_name': 'Ada',
    'attributes.seats': '3',
    'event.data.items': '[{"sku":"a"}]',
    reset_url: 'https://a.example/?a=[1]',
    code: '12 34',
    trial: 'true',
    empty: '',
  };
  expect(variablesOf(typed)).toEqual({
    attributes: { first_name: 'Ada', seats: 3 },
    event: { data: { items: [{ sku: 'a' }] } },
    reset_url: 'https://a.example/?a=[1]',
    code: '12 34',
    trial: true,
  });
});

it('lists missing and filled variables by name', () => {
  expect(variableNames(['b', 'a'], { c: 'x', d: '' })).toEqual(['a', 'b', 'c']);
});
