import { completeVariants } from '../../../domain/experiments/variants';
import { AppError } from '../../../domain/errors';

const idsOf = (...names: string[]) => completeVariants(names.map((name) => ({ name }))).map(({ id }) => id);

test('ids are slugs of the names, with numbers from 2 for duplicates', () => {
  expect(idsOf('Control', 'Gr\u00fcn & gro\u00df', '!')).toEqual(['control', 'grun-gro', 'variant-3']);
  expect(idsOf('Blue', 'blue', 'BLUE')).toEqual(['blue', 'blue-2', 'blue-3']);
  expect(completeVariants([{ name: 'Blue' }, { id: 'blue', name: 'Red' }]).map(({ id }) => id)).toEqual([
    'blue-2',
    'blue',
  ]);
});

test('a slug has at most 60 characters and no hyphen at the end', () => {
  expect(idsOf('a'.repeat(70))).toEqual(['a'.repeat(60)]);
  expect(idsOf(`${'a'.repeat(59)} b`)).toEqual(['a'.repeat(59)]);
});

test('a variant with an existing id keeps omitted fields and loses null fields', () => {
  const before = [
    { id: 'a', name: 'First', weight: 0.4, css: 'a {}' },
    { id: 'b', name: 'Second', weight: 0.6, js: 'b()' },
  ];
  expect(completeVariants([{ id: 'b', js: null }, { id: 'a' }], before)).toEqual([
    { id: 'b', name: 'Second', weight: 0.6 },
    { id: 'a', name: 'First', weight: 0.4, css: 'a {}' },
  ]);
});

test('weights default to equal shares and must sum to 1, except for rounding', () => {
  const weightsOf = (...weights: (number | undefined)[]) =>
    completeVariants(weights.map((weight, index) => ({ id: `v${index}`, weight }))).map(({ weight }) => weight);
  expect(weightsOf(undefined, undefined, undefined, undefined)).toEqual([0.25, 0.25, 0.25, 0.25]);
  expect(weightsOf(0.5, 0.500009)).toEqual([0.5, 0.500009]);
  for (const last of [0.49998, 0.50002]) expect(() => weightsOf(0.5, last)).toThrow(AppError);
  expect(() => weightsOf(0.5, undefined)).toThrow('Set a weight for every variant, or for none');
});

test('rejects duplicate ids', () => {
  expect(() => completeVariants([{ id: 'a' }, { id: 'a' }])).toThrow('Every variant must have a unique id.');
});
