import { emailAddress } from '../../../domain/email/schemas';
import { createEndUserBody, timezoneName } from '../../../domain/end-users/schemas';

const refusedAt = (value: unknown): string[] =>
  createEndUserBody.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('emailAddress', () => {
  it.each([
    ['jane@example.com', 'jane@example.com'],
    ['  Jane.Doe+News@Example.COM\n', 'jane.doe+news@example.com'],
    ["o'brien@example.co.uk", "o'brien@example.co.uk"],
  ])('normalizes %j to %s', (text, address) => {
    expect(emailAddress.parse(text)).toBe(address);
  });

  it.each([
    ...['', ' ', 'jane', 'jane@', '@example.com', 'jane@example', 'a b@example.com', 'jane@exam ple.com'],
    ...['jane@example.com, joe@example.com', 'Jane <jane@example.com>', 'jane@example.com\r\nBcc: joe@example.com'],
    ...['jane@example.com\0', 'jane@@example.com', '.jane@example.com', 'jane..doe@example.com'],
  ])('rejects %j', (text) => {
    expect(emailAddress.safeParse(text).success).toBe(false);
  });

  it('accepts 254 characters and rejects 255', () => {
    const ofLength = (length: number): string => {
      const labels = `${'d'.repeat(60)}.`.repeat(3);
      const end = '@' + labels + 'example.com';
      return 'x'.repeat(length - end.length) + end;
    };
    expect(emailAddress.safeParse(ofLength(254)).success).toBe(true);
    expect(emailAddress.safeParse(ofLength(255)).success).toBe(false);
  });

  it.each([null, 7, {}, ['jane@example.com']])('rejects the non-string %j', (value) => {
    expect(emailAddress.safeParse(value).success).toBe(false);
  });
});

describe('timezoneName', () => {
  it.each(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Argentina/Buenos_Aires'])(
    'accepts %s',
    (name) => {
      expect(timezoneName.parse(name)).toBe(name);
    },
  );

  it('accepts every name that JavaScript lists', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) expect(timezoneName.parse(name)).toBe(name);
  });

  it.each(['', 'Berlin', 'Mars/Olympus', 'GMT+25', 'Europe/Berlin ', 'x'.repeat(65), '../../etc/passwd'])(
    'rejects %j',
    (name) => {
      expect(timezoneName.safeParse(name).success).toBe(false);
    },
  );

  it.each(['PST', 'pst', 'IST', 'AET', 'CAT', 'SystemV/PST8', 'US/Pacific-New', 'Canada/East-Saskatchewan'])(
    'rejects %s, which PostgreSQL does not have',
    (name) => {
      expect(timezoneName.safeParse(name).success).toBe(false);
    },
  );

  it.each(['CET', 'EET', 'MET', 'WET'])('rejects %s, which PostgreSQL reads as an abbreviation', (name) => {
    expect(timezoneName.safeParse(name).success).toBe(false);
  });

  it.each(['+02:00', '-0330', '+00'])('rejects the offset %s', (name) => {
    expect(timezoneName.safeParse(name).success).toBe(false);
  });
});

describe('createEndUserBody', () => {
  it('requires no fields and adds no defaults', () => {
    expect(createEndUserBody.parse({})).toEqual({});
  });

  it('accepts all fields, normalizes the address and keeps attributes unchanged', () => {
    const body = {
      email: ' Jane@Example.com ',
      attributes: { plan: 'Pro', nested: { list: [1, null, true] }, gone: null },
      timezone: 'Asia/Tokyo',
      locale: 'en-GB',
      consent: { marketing: false },
    };
    expect(createEndUserBody.parse(body)).toEqual({ ...body, email: 'jane@example.com' });
  });

  it('accepts null for unknown values', () => {
    const unknown = { email: null, timezone: null, locale: null };
    expect(createEndUserBody.parse(unknown)).toEqual(unknown);
  });

  it.each([
    ['an unknown field', { phone: '1' }, ''],
    ['a field that the service sets', { id: 'eus_1' }, ''],
    ['an unknown consent', { consent: { marketing: true, sms: true } }, 'consent'],
    ['consent without an answer', { consent: {} }, 'consent.marketing'],
    ['consent of a blank source', { consent: { marketing: true, source: ' ' } }, 'consent.source'],
    ['consent of a day', { consent: { marketing: true, at: '2026-02-01' } }, 'consent.at'],
    ['consent of another age', { consent: { marketing: true, at: '0001-01-01T00:00:00Z' } }, 'consent.at'],
    ['consent in words', { consent: { marketing: 'yes' } }, 'consent.marketing'],
    ['attributes in a list', { attributes: [] }, 'attributes'],
    ['an attribute name of 201 characters', { attributes: { ['x'.repeat(201)]: 1 } }, `attributes.${'x'.repeat(201)}`],
    ['a locale in words', { locale: 'British English' }, 'locale'],
    ['a locale of one letter', { locale: 'e' }, 'locale'],
    ['a timezone that is none', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an address that is none', { email: 'jane' }, 'email'],
  ])('rejects %s', (_, body, path) => {
    expect(refusedAt(body)).toEqual([path]);
  });
});
