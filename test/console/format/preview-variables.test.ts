import { variableNames, variablesOf } from '../../../console/format/preview-variables';

it('puts dotted names into each other, and reads lists, objects, numbers, yes and no', () => {
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

it('asks for what is missing and what is filled in, by name', () => {
  expect(variableNames(['b', 'a'], { c: 'x', d: '' })).toEqual(['a', 'b', 'c']);
});
