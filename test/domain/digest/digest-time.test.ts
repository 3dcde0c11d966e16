import fc from 'fast-check';
import { DateTime } from 'luxon';
import { digestDate } from '../../../domain/digest/digest-date';
import { describePeriod, digestPeriod, nextDigestAt } from '../../../domain/digest/digest-time';

const next = (timezone: string, weekday: number, time: string, now: string) =>
  nextDigestAt({ enabled: true, weekday, time }, timezone, new Date(now))?.toISOString();

it.each([
  ['UTC', 1, '09:00', '2026-11-21T12:00:00Z', '2026-11-23T09:00:00.000Z'],
  ['UTC', 1, '09:00', '2026-11-23T08:59:59.999Z', '2026-11-23T09:00:00.000Z'],
  // The digest of this instant has already been sent.
  ['UTC', 1, '09:00', '2026-11-23T09:00:00Z', '2026-11-30T09:00:00.000Z'],
  // The weekday is local, not that of UTC.
  ['Pacific/Kiritimati', 1, '00:30', '2026-11-22T10:00:00Z', '2026-11-22T10:30:00.000Z'],
  ['America/New_York', 1, '09:00', '2026-11-01T12:00:00Z', '2026-11-02T14:00:00.000Z'],
  ['America/New_York', 1, '09:00', '2026-10-26T12:00:00Z', '2026-10-26T13:00:00.000Z'],
  // Clocks go forward from 2:00 to 3:00, so 2:30 does not exist on that Sunday.
  ['Europe/Berlin', 7, '02:30', '2026-03-28T12:00:00Z', '2026-04-05T00:30:00.000Z'],
  // Clocks go back, so this time occurs twice.
  ['Europe/Berlin', 7, '02:30', '2026-10-24T12:00:00Z', '2026-10-25T01:30:00.000Z'],
  ['America/New_York', 7, '01:30', '2026-10-31T12:00:00Z', '2026-11-01T05:30:00.000Z'],
  ['Europe/Berlin', 7, '02:30', '2026-03-29T12:00:00Z', '2026-04-05T00:30:00.000Z'],
] as const)('finds the next digest in %s on weekday %i at %s after %s', (...given) => {
  const [timezone, weekday, time, now, expected] = given;
  expect(next(timezone, weekday, time, now)).toBe(expected);
});

it('returns no next time if the digest is off', () => {
  expect(nextDigestAt({ enabled: false, weekday: 1, time: '09:00' }, 'UTC', new Date())).toBeNull();
});

it('uses the local date and covers the previous seven days', () => {
  expect(digestDate(new Date('2026-11-22T10:30:00Z'), 'Pacific/Kiritimati')).toBe('2026-11-23');
  expect(digestDate(new Date('2026-11-23T03:00:00Z'), 'America/New_York')).toBe('2026-11-22');
  expect(digestPeriod('2026-11-23')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
});

it.each([
  ['2026-11-23', '16 – 22 November 2026'],
  ['2026-11-04', '28 October – 3 November 2026'],
  ['2027-01-04', '28 December 2026 – 3 January 2027'],
])('formats the period of %s', (date, expected) => {
  expect(describePeriod(digestPeriod(date))).toBe(expected);
});

test('the local date matches the calendar in every timezone, also across clock changes', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Kiritimati');
  const instants = fc.date({ min: new Date('2000-01-01Z'), max: new Date('2100-01-01Z'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, zones, (at, zone) => {
      expect(digestDate(at, zone)).toBe(DateTime.fromJSDate(at, { zone }).toISODate());
    }),
  );
  expect(() => digestDate(new Date(), 'Mars/Olympus')).toThrow(RangeError);
});
