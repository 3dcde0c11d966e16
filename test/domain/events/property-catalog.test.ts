import { describeProperties, type EventSample } from '../../../domain/events/property-catalog';

/** Samples of as many people as there are data objects. */
const samplesOf = (...data: EventSample['data'][]): EventSample[] =>
  data.map((one, index) => ({ data: one, subject: `person-${index}` }));

const repeated = (data: EventSample['data'], times = 3): EventSample[] =>
  samplesOf(...Array.from({ length: times }, () => data));

test('properties have the types of their values, and the values that three people share as examples', () => {
  const samples = samplesOf(
    { plan: 'pro', seats: 3, since: '2026-11-03', tags: ['a'], cart: { total: 1 }, isTrial: false, coupon: null },
    { plan: 'pro', seats: '3' },
    { plan: 'pro', seats: 4 },
    { plan: 'free' },
  );
  expect(describeProperties(samples)).toEqual([
    { name: 'plan', types: ['string'], examples: ['pro'] },
    { name: 'seats', types: ['number', 'string'], examples: [] },
    { name: 'since', types: ['date'], examples: [] },
    { name: 'tags', types: ['array'], examples: [] },
    { name: 'cart', types: ['object'], examples: [] },
    { name: 'isTrial', types: ['boolean'], examples: [] },
  ]);
});

test('one person who repeats a value does not make it an example', () => {
  const samples = repeated({ color: 'teal' }).map(({ data }) => ({ data, subject: 'person-1' }));
  expect(describeProperties(samples)[0]?.examples).toEqual([]);
});

test.each([
  ['an address', { via: 'ada@example.com' }],
  ['the name of a person', { via: 'Ada Lovelace' }],
  ['a phone number', { via: '+49 30 123456' }],
  ['a long number', { via: 49_301_234_567 }],
  ['a long text', { via: 'x'.repeat(61) }],
  ['a property for a name', { firstName: 'Ada' }],
  ['a property for an id', { order_id: 'a-1' }],
  ['a personal attribute of the workspace', { team: 'red' }],
])('%s is never an example', (_what, data: EventSample['data']) => {
  expect(describeProperties(repeated(data), ['team']).map(({ examples }) => examples)).toEqual([[]]);
});

test('at most one property more than is shown is described, the most frequent ones, and no addresses as names', () => {
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`p${index}`, index]));
  const described = describeProperties(samplesOf({ 'ada@example.com': 1, ...many }, { often: 1 }, { often: 2 }));
  expect(described).toHaveLength(51);
  expect(described[0]?.name).toBe('often');
  expect(described.map(({ name }) => name)).not.toContain('ada@example.com');
});
