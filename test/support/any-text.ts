import fc from 'fast-check';

/**
 * Text of any code points, halves of pairs too. In place of fast-check's unit `binary`, which takes a second to make in every process.
 */
export const anyText = (constraints: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)) });
