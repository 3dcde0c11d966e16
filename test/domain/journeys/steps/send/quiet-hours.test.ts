import { DateTime } from 'luxon';
import { endOfQuietHours } from '../../../../../domain/journeys/steps/send/quiet-hours';
import { seededRandom } from '../../../../support/seeded-random';
import { runs } from '../../../../support/thorough';

const at = (text: string): Date => new Date(text);
const overMidnight = { start: '22:00', end: '08:00' };
const until = (end: string) => ({ start: '22:00', end });
const from = (start: string) => ({ start, end: '08:00' });
const atNoon = { start: '12:00', end: '14:30' };

test.each([
  ['none are set', null, '2026-03-10T23:00:00Z', 'UTC', null],
  ['they are of no length', { start: '08:00', end: '08:00' }, '2026-03-10T08:00:00Z', 'UTC', null],
  ['before they begin', overMidnight, '2026-03-10T21:59:59Z', 'UTC', null],
  ['at their beginning', overMidnight, '2026-03-10T22:00:00Z', 'UTC', '2026-03-11T08:00:00.000Z'],
  ['after midnight', overMidnight, '2026-03-11T03:00:00Z', 'UTC', '2026-03-11T08:00:00.000Z'],
  ['at their end', overMidnight, '2026-03-11T08:00:00Z', 'UTC', null],
  ['within a day', atNoon, '2026-03-10T13:00:00Z', 'UTC', '2026-03-10T14:30:00.000Z'],
  ['within a day, outside', atNoon, '2026-03-10T15:00:00Z', 'UTC', null],
  ['by the subject’s clock', overMidnight, '2026-03-10T14:00:00Z', 'Asia/Tokyo', '2026-03-10T23:00:00.000Z'],
  [
    'in the night when clocks go forward',
    overMidnight,
    '2026-03-29T00:30:00Z',
    'Europe/Berlin',
    '2026-03-29T06:00:00.000Z',
  ],
  [
    'in the night when clocks go back',
    overMidnight,
    '2026-10-25T00:30:00Z',
    'Europe/Berlin',
    '2026-10-25T07:00:00.000Z',
  ],
  [
    'before the first of two ends',
    until('01:30'),
    '2026-11-01T05:10:00Z',
    'America/New_York',
    '2026-11-01T06:30:00.000Z',
  ],
  ['between the two ends', until('01:30'), '2026-11-01T05:40:00Z', 'America/New_York', '2026-11-01T06:30:00.000Z'],
  [
    'before the last of two ends',
    until('01:30'),
    '2026-11-01T06:10:00Z',
    'America/New_York',
    '2026-11-01T06:30:00.000Z',
  ],
  [
    'between two midnights',
    { start: '00:00', end: '08:00' },
    '2010-11-07T03:00:00Z',
    'America/St_Johns',
    '2010-11-07T11:30:00.000Z',
  ],
  [
    'until an end that half an hour of daylight saving skips',
    until('02:10'),
    '2026-10-03T14:00:00Z',
    'Australia/Lord_Howe',
    '2026-10-03T15:30:00.000Z',
  ],
  ['at the last of two ends', until('01:30'), '2026-11-01T06:30:00Z', 'America/New_York', null],
  [
    'before the last end in Berlin',
    until('02:30'),
    '2026-10-25T01:10:00Z',
    'Europe/Berlin',
    '2026-10-25T01:30:00.000Z',
  ],
  [
    'before the last end in London',
    until('01:45'),
    '2026-10-25T01:10:00Z',
    'Europe/London',
    '2026-10-25T01:45:00.000Z',
  ],
  [
    'at the first of two beginnings',
    from('01:30'),
    '2026-11-01T05:30:00Z',
    'America/New_York',
    '2026-11-01T13:00:00.000Z',
  ],
  ['between two beginnings', from('01:30'), '2026-11-01T06:10:00Z', 'America/New_York', '2026-11-01T13:00:00.000Z'],
  [
    'before an end that clocks skip',
    until('02:30'),
    '2026-03-29T00:59:00Z',
    'Europe/Berlin',
    '2026-03-29T01:00:00.000Z',
  ],
  ['after an end that clocks skip', until('02:30'), '2026-03-29T01:00:00Z', 'Europe/Berlin', null],
  [
    'at a beginning that clocks skip',
    from('02:30'),
    '2026-03-29T01:00:00Z',
    'Europe/Berlin',
    '2026-03-29T06:00:00.000Z',
  ],
  [
    'when all that is not quiet is skipped',
    { start: '03:00', end: '02:15' },
    '2026-03-28T20:00:00Z',
    'Europe/Berlin',
    '2026-03-30T00:15:00.000Z',
  ],
  [
    'where clocks go back by half an hour',
    until('01:45'),
    '2026-04-04T15:01:00Z',
    'Australia/Lord_Howe',
    '2026-04-04T15:15:00.000Z',
  ],
  ['in a zone that nobody knows', overMidnight, '2026-03-10T23:00:00Z', 'Mars/Base', '2026-03-11T08:00:00.000Z'],
])('%s', (...[, hours, now, timezone, expected]) => {
  expect(endOfQuietHours(hours, at(now), timezone)?.toISOString() ?? null).toBe(expected);
});

const zones = Intl.supportedValuesOf('timeZone');
const minuteMs = 60_000;

/** Weeks between two offset checks. No zone changes its clocks twice in four weeks. */
const weeksApart = runs(4, 1);
/** Times and quiet hours tried in each zone. */
const rounds = runs(1, 20);

/** Times of the clock changes of the zone in two years, to the minute. */
function changesOf(zone: string): number[] {
  const offsetAt = (ms: number): number => DateTime.fromMillis(ms, { zone }).offset;
  const changes: number[] = [];
  const start = Date.UTC(2026, 0, 1);
  const weekMs = 7 * 24 * 60 * minuteMs;
  const stepMs = weeksApart * weekMs;
  for (let ms = start; ms < start + 104 * weekMs; ms += stepMs) {
    if (offsetAt(ms) === offsetAt(ms + stepMs)) continue;
    let [before, after] = [ms, ms + stepMs];
    while (after - before > minuteMs) {
      const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
      if (offsetAt(middle) === offsetAt(ms)) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
}

test('quiet hours follow the local clock in every zone, and end later at a time outside them', () => {
  const random = seededRandom(22);
  const clock = (minutes: number): string =>
    `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(Math.floor(minutes) % 60).padStart(2, '0')}`;
  const quarter = (span: number): number => Math.floor((random() * span) / 15) * 15;
  let quiet = 0;
  for (const zone of zones) {
    const changes = changesOf(zone);
    for (let round = 0; round < rounds; round += 1) {
      // Half of the times and hours are near a clock change, if the zone has any.
      const change = changes[Math.floor(random() * changes.length)];
      const isNear = change !== undefined && random() < 0.5;
      const nowMs = isNear ? change + (random() - 0.5) * 8 * 60 * minuteMs : Date.UTC(2026, 0, 1 + random() * 700);
      const local = DateTime.fromMillis(nowMs, { zone });
      const near = local.hour * 60 + 24 * 60;
      const hours = isNear
        ? { start: clock(near - 240 + quarter(480)), end: clock(near - 240 + quarter(480)) }
        : { start: clock(quarter(1_440)), end: clock(quarter(1_440)) };
      const described = `${zone} ${local.toISO()} ${hours.start}-${hours.end}`;
      const shown = local.toFormat('HH:mm');
      const isShown =
        hours.start < hours.end
          ? shown >= hours.start && shown < hours.end
          : hours.start > hours.end && (shown >= hours.start || shown < hours.end);
      const end = endOfQuietHours(hours, new Date(nowMs), zone);
      if (isShown) expect([described, end]).toEqual([described, expect.any(Date)]);
      if (end === null) continue;
      quiet += 1;
      expect([described, end.getTime() > nowMs]).toEqual([described, true]);
      expect([described, endOfQuietHours(hours, end, zone)]).toEqual([described, null]);
      // Every time before the end gives the same result.
      const between = nowMs + random() * (end.getTime() - nowMs);
      expect([described, endOfQuietHours(hours, new Date(between), zone)]).toEqual([described, end]);
    }
  }
  expect(quiet).toBeGreaterThan((zones.length * rounds) / 4);
});
