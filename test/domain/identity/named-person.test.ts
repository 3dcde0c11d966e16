import {
  confirmedBy,
  isAddressOnly,
  isConflict,
  namesNotFound,
  settledAsErased,
  settledPerson,
  type PersonMatch,
} from '../../../domain/identity/named-person';

const workspaceId = 'wsp_1';

const match = (
  name: { userId?: string; email?: string },
  found: Partial<Omit<PersonMatch, 'name'>> = {},
): PersonMatch => ({
  name: { workspaceId, userId: name.userId ?? null, email: name.email ?? null },
  byUserId: null,
  hasEmail: false,
  byEmail: null,
  publicLeads: [],
  ...found,
});

const both = { userId: 'u1', email: 'a@example.com' };
const known = (endUserId: string | null) => ({ endUserId, isErased: false });

test('an id and an address of different people are a conflict', () => {
  expect(isConflict(match(both, { byUserId: 'eus_1', byEmail: 'eus_2' }))).toBe(true);
  expect(isConflict(match(both, { byUserId: 'eus_1', byEmail: 'eus_1' }))).toBe(false);
  expect(isConflict(match(both, { byUserId: 'eus_1' }))).toBe(false);
});

test.each([
  ['a known id', match({ userId: 'u1' }, { byUserId: 'eus_1' }), known('eus_1')],
  ['a known address', match({ email: 'a@example.com' }, { byEmail: 'eus_1' }), known('eus_1')],
  ['a known id with another address', match(both, { byUserId: 'eus_1', hasEmail: true }), known('eus_1')],
  ['a known id without an address, which gets this one', match(both, { byUserId: 'eus_1' }), undefined],
  ["an unknown id of the customer's", match({ userId: 'u1' }), undefined],
  ['an unknown id in our format, which names no person', match({ userId: 'eus_9' }), known(null)],
  ['an unknown address', match({ email: 'a@example.com' }), undefined],
])('a write is needed only for what is stored: %s', (_, given, person) => {
  expect(settledPerson(given)).toEqual(person);
});

test('only a name that would be assigned can belong to an erased person', () => {
  const id = { workspaceId, kind: 'id', value: 'u1' };
  const email = { workspaceId, kind: 'email', value: 'a@example.com' };
  expect(namesNotFound(match(both))).toEqual([id, email]);
  expect(namesNotFound(match(both, { byEmail: 'eus_1' }))).toEqual([id]);
  expect(namesNotFound(match(both, { byUserId: 'eus_1' }))).toEqual([email]);
  expect(namesNotFound(match(both, { byUserId: 'eus_1', hasEmail: true }))).toEqual([]);
});

test('a name of an erased person leads to the other person that it names, or to none', () => {
  const isErased = (): boolean => true;
  expect(settledAsErased(match(both), isErased)).toEqual({ endUserId: null, isErased: true });
  expect(settledAsErased(match(both, { byEmail: 'eus_1' }), isErased)).toEqual({ endUserId: 'eus_1', isErased: true });
  expect(settledAsErased(match(both, { byUserId: 'eus_1' }), isErased)).toEqual(known('eus_1'));
  expect(settledAsErased(match(both), () => false)).toBeUndefined();
});

test('the id takes precedence over the address when a public lead is confirmed', () => {
  const publicLeads = ['eus_2'];
  expect(confirmedBy(match(both, { byUserId: 'eus_1', byEmail: 'eus_2', publicLeads }))).toEqual([]);
  expect(confirmedBy(match(both, { byEmail: 'eus_2', publicLeads }))).toEqual([{ workspaceId, endUserId: 'eus_2' }]);
});

test('an address needs no stored id, except with an id of the customer', () => {
  expect(isAddressOnly(match({ email: 'a@example.com' }).name)).toBe(true);
  expect(isAddressOnly(match({ userId: 'eus_9', email: 'a@example.com' }).name)).toBe(true);
  expect(isAddressOnly(match(both).name)).toBe(false);
});
