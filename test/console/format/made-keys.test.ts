import { countMadeKeys } from '../../../console/format/made-keys';

const key = (id: string, maker: string | null) => ({ id, createdBy: maker === null ? null : { id: maker } });
const keys = [key('a', 'usr_1'), key('b', 'a'), key('c', 'a'), key('d', 'c'), key('e', null)];

test.each([
  ['a', 3],
  ['c', 1],
  ['b', 0],
  ['e', 0],
])('revoking %s also revokes %d keys', (id, count) => {
  expect(countMadeKeys(id, keys)).toBe(count);
});
