import fc from 'fast-check';

/**
 * Returns text of any code points, including unpaired surrogates. Replaces fast-check's unit `binary`, which takes a
 * second to create in every process.
 */
export const anyText = (constraints: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)) });
