import fc from 'fast-check';
import { retentionStart, occurrenceTime } from '../../../domain/events/event';

const receivedAt = new Date('2026-03-10T12:00:00.000Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const at = (offsetMs: number): string => new Date(receivedAt.getTime() + offsetMs).toISOString();
const clamped = { occurredAt: receivedAt, clockAdjusted: true };

describe('occurrenceTime', () => {
  it('is the unadjusted time of receipt if the event has no timestamp', () => {
    expect(occurrenceTime({ timestamp: undefined, sentAt: undefined }, receivedAt)).toEqual({
      occurredAt: receivedAt,
      clockAdjusted: false,
    });
    expect(occurrenceTime({ timestamp: undefined, sentAt: at(-9 * hourMs) }, receivedAt)).toEqual({
      occurredAt: receivedAt,
      clockAdjusted: false,
    });
  });

  it('is the event’s own timestamp without sentAt', () => {
    expect(occurrenceTime({ timestamp: at(-90_000), sentAt: undefined }, receivedAt)).toEqual({
      occurredAt: new Date('2026-03-10T11:58:30.000Z'),
      clockAdjusted: false,
    });
  });

  it.each([
    ['keeps the time of a request in transit for 30 s', -30_000, -30_050],
    ['keeps the time if the clock is 30 s ahead', 30_000, 29_000],
    ['corrects a clock that is more than 30 s behind', -30_001, -30_051, -50],
    ['corrects a clock that is more than 30 s ahead', 30_001, 29_000, -1_001],
  ])('%s', (_, sentAt, timestamp, expected = timestamp) => {
    const times = { timestamp: at(timestamp), sentAt: at(sentAt) };
    expect(occurrenceTime(times, receivedAt).occurredAt).toEqual(new Date(at(expected)));
  });

  it('accepts a timestamp with any offset', () => {
    const timestamp = '2026-03-10T20:30:00+09:00';
    expect(occurrenceTime({ timestamp, sentAt: undefined }, receivedAt).occurredAt.toISOString()).toBe(
      '2026-03-10T11:30:00.000Z',
    );
  });

  it.each([
    ['three hours ahead', 3 * hourMs],
    ['two years behind', -2 * 365 * dayMs],
  ])('corrects a clock that is %s', (_, skewMs) => {
    const times = { timestamp: at(skewMs - 5_000), sentAt: at(skewMs - 1_000) };
    // The event was sent four seconds after it occurred, whatever the clock showed.
    expect(occurrenceTime(times, receivedAt)).toEqual({ occurredAt: new Date(at(-4_000)), clockAdjusted: false });
  });

  it('keeps times up to 1 h ahead or 30 days ago, and clamps those beyond', () => {
    const timed = (offsetMs: number) => occurrenceTime({ timestamp: at(offsetMs), sentAt: undefined }, receivedAt);
    expect(timed(hourMs)).toEqual({ occurredAt: new Date('2026-03-10T13:00:00.000Z'), clockAdjusted: false });
    expect(timed(hourMs + 1)).toEqual(clamped);
    expect(timed(-30 * dayMs)).toEqual({ occurredAt: new Date('2026-02-08T12:00:00.000Z'), clockAdjusted: false });
    expect(timed(-30 * dayMs - 1)).toEqual(clamped);
  });

  it('clamps times older than the retention of the workspace, or than 30 days', () => {
    const timed = (offsetMs: number, days: number) =>
      occurrenceTime({ timestamp: at(offsetMs), sentAt: undefined }, receivedAt, retentionStart(days, receivedAt));
    expect(timed(-7 * dayMs, 7)).toEqual({ occurredAt: new Date(at(-7 * dayMs)), clockAdjusted: false });
    expect(timed(-7 * dayMs - 1, 7)).toEqual(clamped);
    expect(timed(-30 * dayMs, 730).clockAdjusted).toBe(false);
    expect(timed(-30 * dayMs - 1, 730)).toEqual(clamped);
    // The sender's clock is eight days slow, so the event is current.
    const slow = { timestamp: at(-8 * dayMs), sentAt: at(-8 * dayMs) };
    expect(occurrenceTime(slow, receivedAt, retentionStart(7, receivedAt)).clockAdjusted).toBe(false);
  });

  it('checks the bounds after correcting the clock', () => {
    expect(occurrenceTime({ timestamp: at(0), sentAt: at(-hourMs - 1) }, receivedAt)).toEqual(clamped);
    expect(occurrenceTime({ timestamp: at(0), sentAt: at(30 * dayMs + 1) }, receivedAt)).toEqual(clamped);
  });

  it.each([
    ['timestamp', { timestamp: 'yesterday', sentAt: undefined }],
    ['sentAt', { timestamp: at(0), sentAt: 'now' }],
  ])('clamps an invalid %s', (_, times) => {
    expect(occurrenceTime(times, receivedAt)).toEqual(clamped);
  });

  it('is always within the bounds', () => {
    const time = fc.option(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }), {
      nil: undefined,
    });
    fc.assert(
      fc.property(time, time, (timestamp, sentAt) => {
        const times = { timestamp: timestamp?.toISOString(), sentAt: sentAt?.toISOString() };
        const aheadMs = occurrenceTime(times, receivedAt).occurredAt.getTime() - receivedAt.getTime();
        expect(aheadMs).toBeLessThanOrEqual(hourMs);
        expect(aheadMs).toBeGreaterThanOrEqual(-30 * dayMs);
      }),
    );
  });
});
