import { describePageChange, describeVariant } from '../../../console/format/page-change';

it.each([
  [
    { selector: '#price', action: 'set', attribute: 'html', value: 'From 9 €' },
    'Sets the content of #price to “From 9 €”',
  ],
  [{ selector: 'a.buy', action: 'set', attribute: 'href', value: '/buy' }, 'Sets href of a.buy to “/buy”'],
  [{ selector: 'h1', action: 'set', attribute: 'html', value: ' ' }, 'Clears the content of h1'],
  [{ selector: 'h1', action: 'append', attribute: 'class', value: 'big' }, 'Adds “big” to class of h1'],
  [{ selector: '#more', action: 'remove', attribute: 'html' }, 'Empties #more'],
  [{ selector: '#more', action: 'remove', attribute: 'hidden' }, 'Removes hidden from #more'],
] as const)('describes %j', (change, text) => {
  expect(describePageChange(change)).toBe(text);
});

it('describes everything that a variant changes, and nothing for the original page', () => {
  const patch = { selector: 'p', action: 'set', attribute: 'html', value: 'x'.repeat(100) } as const;
  const named = { id: 'b', name: 'B', weight: 0.5 };
  expect(describeVariant(named)).toEqual([]);
  expect(describeVariant({ ...named, patch, css: 'p {\n}', js: 'run()', levels: { price: 'low' } })).toEqual([
    ...[
      'price: low',
      `Sets the content of p to “${'x'.repeat(80)}…”`,
      'Adds CSS (2 lines)',
      'Runs JavaScript (1 line)',
    ],
  ]);
});
