import { startOfWindow } from '../../../domain/conditions/window';

test.each([
  ['PT36H', '2026-03-30T10:00:00Z', 'Europe/Berlin', '2026-03-28T22:00:00.000Z'],
  // Clocks went forward on the 29th, so two local days are 47 hours.
  ['P2D', '2026-03-30T10:00:00Z', 'Europe/Berlin', '2026-03-28T11:00:00.000Z'],
  ['P2D', '2026-03-30T10:00:00Z', 'UTC', '2026-03-28T10:00:00.000Z'],
  ['P1M', '2026-03-31T10:00:00Z', 'UTC', '2026-02-28T10:00:00.000Z'],
  ['P1DT1H', '2026-03-31T10:00:00Z', 'Nowhere/Land', '2026-03-30T09:00:00.000Z'],
])('a window of %s that ends at %s in %s starts at %s', (within, now, timezone, start) => {
  expect(startOfWindow(within, new Date(now), timezone).toISOString()).toBe(start);
});

test('rejects an invalid duration', () => {
  expect(() => startOfWindow('soon', new Date())).toThrow(RangeError);
});
