import { confidenceDays } from '../../../../console/pages/beliefs/confidence-days';

/** An instant of a local day, whatever the timezone of the machine. */
const at = (day: number, hour: number): string => new Date(2026, 10, day, hour).toISOString();

test('each day has the confidence that applied at its end, up to today', () => {
  const points = [
    { at: at(1, 9), confidence: 0.5 },
    { at: at(3, 9), confidence: 0.7 },
    { at: at(3, 23), confidence: 0.6 },
    { at: at(5, 10), confidence: 0.9 },
  ];
  expect(confidenceDays(points, new Date(2026, 10, 5, 11))).toEqual({
    days: ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'],
    values: [0.5, 0.5, 0.6, 0.6, 0.9],
  });
});

test('at most two years are shown', () => {
  const { days, values } = confidenceDays(
    [{ at: new Date(2020, 0, 1).toISOString(), confidence: 0.4 }],
    new Date(2026, 10, 5),
  );
  expect([days.length, days.at(-1), values.at(-1)]).toEqual([730, '2026-11-05', 0.4]);
});
