import fc from 'fast-check';
import { DateTime } from 'luxon';
import { endOfWait, nextTime } from '../../../../../domain/journeys/steps/wait/end-of-wait';
import { runs } from '../../../../support/thorough';

const at = (text: string): Date => new Date(text);
const zones = ['Asia/Tokyo', 'America/Los_Angeles', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Europe/Berlin', 'UTC'];

describe('nextTime', () => {
  it.each([
    ['later today', '2026-03-10T05:00:00Z', 'Asia/Kathmandu', '12:00', '2026-03-10T06:15:00Z'],
    ['tomorrow, when it is over', '2026-03-10T07:00:00Z', 'Asia/Kathmandu', '12:00', '2026-03-11T06:15:00Z'],
    ['tomorrow, when it is now', '2026-03-10T00:00:00Z', 'Asia/Tokyo', '09:00', '2026-03-11T00:00:00Z'],
    ['before clocks go forward', '2026-03-08T08:00:00Z', 'America/Los_Angeles', '01:30', '2026-03-08T09:30:00Z'],
    ['in the gap: as far after it', '2026-03-08T08:00:00Z', 'America/Los_Angeles', '02:30', '2026-03-08T10:30:00Z'],
    ['after clocks went forward', '2026-03-08T08:00:00Z', 'America/Los_Angeles', '09:00', '2026-03-08T16:00:00Z'],
    ['twice: the first', '2026-11-01T07:00:00Z', 'America/Los_Angeles', '01:30', '2026-11-01T08:30:00Z'],
    ['after clocks went back', '2026-11-01T07:00:00Z', 'America/Los_Angeles', '09:00', '2026-11-01T17:00:00Z'],
    ['half an hour forward', '2026-10-03T12:00:00Z', 'Australia/Lord_Howe', '09:00', '2026-10-03T22:00:00Z'],
    ['half an hour back', '2026-04-04T12:00:00Z', 'Australia/Lord_Howe', '09:00', '2026-04-04T22:30:00Z'],
  ])('%s', (...[, from, timezone, time, expected]) => {
    expect(nextTime({ time, timezone: 'subject' }, at(from), timezone).toISOString()).toBe(at(expected).toISOString());
  });

  it('respects weekdays, with Monday as 1, and an explicit timezone', () => {
    // 10 March 2026 is a Tuesday.
    const monday = nextTime(
      { time: '09:00', weekdays: [1], timezone: 'Asia/Tokyo' },
      at('2026-03-10T12:00:00Z'),
      'UTC',
    );
    expect(monday.toISOString()).toBe('2026-03-16T00:00:00.000Z');
    const tuesday = nextTime(
      { time: '09:00', weekdays: [2], timezone: 'UTC' },
      at('2026-03-10T09:00:00Z'),
      'Asia/Tokyo',
    );
    expect(tuesday.toISOString()).toBe('2026-03-17T09:00:00.000Z');
  });

  it('is at the local time on an allowed weekday within nine days, unless a clock change skips it', () => {
    fc.assert(
      fc.property(
        fc.date({ min: at('2025-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z'), noInvalidDate: true }),
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 1_439 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        (from, timezone, minutes, weekdays) => {
          const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
          const next = nextTime({ time, weekdays, timezone: 'subject' }, from, timezone);
          const local = DateTime.fromJSDate(next, { zone: timezone });
          expect(next.getTime()).toBeGreaterThan(from.getTime());
          expect(next.getTime() - from.getTime()).toBeLessThan(9 * 86_400_000);
          expect(weekdays).toContain(local.weekday);
          const shown = local.toFormat('HH:mm');
          const skipped =
            local
              .startOf('day')
              .set({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
              .toFormat('HH:mm') !== time;
          expect(shown === time || skipped).toBe(true);
        },
      ),
      { numRuns: runs(500, 10_000) },
    );
  });
});

test('a wait ends at its time, and a wait for an event at its timeout', () => {
  const from = at('2026-03-10T12:00:00Z');
  const wait = { id: 'w', kind: 'wait', next: 'x' } as const;
  expect(endOfWait({ ...wait, until: '2026-03-11T00:00:00+09:00' }, from, 'UTC').toISOString()).toBe(
    '2026-03-10T15:00:00.000Z',
  );
  const untilEvent = { eventName: 'paid', timeout: 'P1D', timeoutNext: 'y' };
  expect(endOfWait({ ...wait, untilEvent }, from, 'UTC').toISOString()).toBe('2026-03-11T12:00:00.000Z');
});
