import fc from 'fast-check';
import { includesText } from '../../../domain/conditions/includes';

it('finds the same matches in long texts as String.includes', () => {
  const piece = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength });
  fc.assert(
    fc.property(piece(6), piece(20), piece(3), (unit, tail, end) => {
      const text = unit.repeat(2_000) + tail;
      for (const needle of [unit.repeat(100) + end, tail + end, text.slice(-500), unit.repeat(80) + tail])
        expect([needle, includesText(text, needle)]).toEqual([needle, text.includes(needle)]);
    }),
    { numRuns: 100 },
  );
});

it('scans the text only once, for any search text', () => {
  const text = 'a'.repeat(1_000_000);
  // A quadratic search would take 5 × 10¹⁰ steps.
  const needle = `${'a'.repeat(25_000)}b${'a'.repeat(25_000)}`;
  expect(includesText(text, needle)).toBe(false);
  expect(includesText(text + needle, needle)).toBe(true);
});
