import { hasMoreValues } from '../../../api/middleware/count-values';

const atLeast = (json: string): number => {
  let count = 0;
  while (hasMoreValues(Buffer.from(json), count)) count += 1;
  return count;
};

test('values are counted by separators and opening brackets, but not inside strings', () => {
  expect(atLeast('1')).toBe(1);
  expect(atLeast('[]')).toBe(2);
  expect(atLeast('[1,2,3]')).toBe(4);
  expect(atLeast('{"a":{"b":[1,2]},"c":3}')).toBe(6);
  expect(atLeast('"a,b,[{"')).toBe(1);
  expect(atLeast('["\\",[", 2]')).toBe(3);
  expect(atLeast('["\\\\",2]')).toBe(3);
  expect(atLeast('["never ends,,,')).toBe(2);
});
