import fc from 'fast-check';
import { resumeAt } from '../../../../../domain/journeys/steps/wait/end-of-wait';

/** A wait, with both ends written with their UTC offset to show the local time. */
interface Case {
  zone: string;
  what: string;
  from: string;
  duration: string;
  until: string;
}

const tokyo: Case[] = [
  {
    zone: 'Asia/Tokyo',
    what: 'no clock change',
    from: '2026-03-07T09:00+09:00',
    duration: 'P3D',
    until: '2026-03-10T09:00+09:00',
  },
  {
    zone: 'Asia/Tokyo',
    what: 'a month that has no such day',
    from: '2026-01-31T09:00+09:00',
    duration: 'P1M',
    until: '2026-02-28T09:00+09:00',
  },
  {
    zone: 'Asia/Tokyo',
    what: 'a leap day',
    from: '2028-02-29T09:00+09:00',
    duration: 'P1Y',
    until: '2029-02-28T09:00+09:00',
  },
];

const losAngeles: Case[] = [
  {
    zone: 'America/Los_Angeles',
    what: 'a day of 23 hours',
    from: '2026-03-07T09:00-08:00',
    duration: 'P1D',
    until: '2026-03-08T09:00-07:00',
  },
  {
    zone: 'America/Los_Angeles',
    what: '24 hours over it',
    from: '2026-03-07T09:00-08:00',
    duration: 'PT24H',
    until: '2026-03-08T10:00-07:00',
  },
  {
    zone: 'America/Los_Angeles',
    what: 'a time that is skipped',
    from: '2026-03-07T02:30-08:00',
    duration: 'P1D',
    until: '2026-03-08T03:30-07:00',
  },
  {
    zone: 'America/Los_Angeles',
    what: 'a day of 25 hours',
    from: '2026-10-31T09:00-07:00',
    duration: 'P1D',
    until: '2026-11-01T09:00-08:00',
  },
  {
    zone: 'America/Los_Angeles',
    what: '24 hours over it',
    from: '2026-10-31T09:00-07:00',
    duration: 'PT24H',
    until: '2026-11-01T08:00-08:00',
  },
  {
    zone: 'America/Los_Angeles',
    what: 'a time that comes twice: the first',
    from: '2026-10-31T01:30-07:00',
    duration: 'P1D',
    until: '2026-11-01T01:30-07:00',
  },
  {
    zone: 'America/Los_Angeles',
    what: 'an hour into the repeated hour',
    from: '2026-11-01T01:30-07:00',
    duration: 'PT1H',
    until: '2026-11-01T01:30-08:00',
  },
  {
    zone: 'America/Los_Angeles',
    what: 'an hour out of the repeated hour',
    from: '2026-11-01T01:30-08:00',
    duration: 'PT1H',
    until: '2026-11-01T02:30-08:00',
  },
  {
    zone: 'America/Los_Angeles',
    what: 'days first, hours after',
    from: '2026-03-07T09:00-08:00',
    duration: 'P1DT12H',
    until: '2026-03-08T21:00-07:00',
  },
  {
    zone: 'America/Los_Angeles',
    what: 'half a year, into summer',
    from: '2026-01-15T09:00-08:00',
    duration: 'P6M',
    until: '2026-07-15T09:00-07:00',
  },
];

const kathmandu: Case[] = [
  {
    zone: 'Asia/Kathmandu',
    what: 'an offset of 5:45',
    from: '2026-03-07T23:50+05:45',
    duration: 'P1W',
    until: '2026-03-14T23:50+05:45',
  },
  {
    zone: 'Asia/Kathmandu',
    what: 'the last day of the local month, not of UTC’s',
    from: '2026-01-31T02:00+05:45',
    duration: 'P1M',
    until: '2026-02-28T02:00+05:45',
  },
];

const lordHowe: Case[] = [
  {
    zone: 'Australia/Lord_Howe',
    what: 'half an hour less',
    from: '2026-10-03T09:00+10:30',
    duration: 'P1D',
    until: '2026-10-04T09:00+11:00',
  },
  {
    zone: 'Australia/Lord_Howe',
    what: 'a time that is skipped',
    from: '2026-10-03T02:15+10:30',
    duration: 'P1D',
    until: '2026-10-04T02:45+11:00',
  },
  {
    zone: 'Australia/Lord_Howe',
    what: '24 hours over it',
    from: '2026-10-03T09:00+10:30',
    duration: 'PT24H',
    until: '2026-10-04T09:30+11:00',
  },
  {
    zone: 'Australia/Lord_Howe',
    what: 'half an hour more',
    from: '2026-04-04T09:00+11:00',
    duration: 'P1D',
    until: '2026-04-05T09:00+10:30',
  },
  {
    zone: 'Australia/Lord_Howe',
    what: 'a time that comes twice: the first',
    from: '2026-04-04T01:45+11:00',
    duration: 'P1D',
    until: '2026-04-05T01:45+11:00',
  },
  {
    zone: 'Australia/Lord_Howe',
    what: '24 hours over it',
    from: '2026-04-04T09:00+11:00',
    duration: 'PT24H',
    until: '2026-04-05T08:30+10:30',
  },
];

describe('resumeAt', () => {
  it.each([...tokyo, ...losAngeles, ...kathmandu, ...lordHowe])(
    'in $zone over $what: $duration after $from is $until',
    ({ zone, from, duration, until }) => {
      expect(resumeAt(duration, new Date(from), zone).toISOString()).toBe(new Date(until).toISOString());
    },
  );

  it('uses UTC for an unknown timezone', () => {
    const from = new Date('2026-03-07T09:00:00Z');
    expect(resumeAt('P1D', from, 'Mars/Olympus').toISOString()).toBe('2026-03-08T09:00:00.000Z');
    expect(resumeAt('P1M', new Date('2026-01-31T23:30:00Z'), '').toISOString()).toBe('2026-02-28T23:30:00.000Z');
  });

  it.each(['', 'P', 'soon', 'P0D'])('rejects the duration %j', (duration) => {
    expect(() => resumeAt(duration, new Date(0), 'UTC')).toThrow(RangeError);
  });

  const zone = fc.constantFrom('Asia/Tokyo', 'America/Los_Angeles', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC');
  const from = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });

  it('adds hours, minutes and seconds exactly in every zone', () => {
    fc.assert(
      fc.property(zone, from, fc.integer({ min: 1, max: 1_000_000 }), (name, start, seconds) => {
        expect(resumeAt(`PT${seconds}S`, start, name).getTime()).toBe(start.getTime() + seconds * 1_000);
      }),
    );
  });

  it('never ends before its start, and keeps the time of day except in a clock gap', () => {
    const clock = (at: Date, timeZone: string): string =>
      at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' });
    fc.assert(
      fc.property(zone, from, fc.integer({ min: 1, max: 800 }), (name, start, days) => {
        const end = resumeAt(`P${days}D`, start, name);
        expect(end.getTime()).toBeGreaterThan(start.getTime());
        const local = clock(start, name);
        // Every gap of these zones is between 2:00 and 3:00.
        if (!local.startsWith('02:')) expect(clock(end, name)).toBe(local);
      }),
    );
  });
});
