import { lossesOf } from '../../../../console/pages/journeys/losses-of';

const none = { opt_out: 0, suppression: 0, frequency_cap: 0, no_email: 0, erased: 0 };
const stats = (kind: string, more: object) => ({
  stepId: kind,
  kind,
  executed: 0,
  skipped: 0,
  failed: 0,
  waiting: 0,
  skippedByReason: none,
  deferredByReason: { quiet_hours: 0 },
  ...more,
});

test('subtracts losses from reached messages, for send steps only', () => {
  const stages = lossesOf([
    stats('send', {
      executed: 70,
      skipped: 25,
      failed: 5,
      skippedByReason: { ...none, opt_out: 20, frequency_cap: 5 },
      deferredByReason: { quiet_hours: 30 },
    }),
    stats('send', {
      executed: 10,
      skipped: 2,
      skippedByReason: { ...none, frequency_cap: 2 },
      deferredByReason: { quiet_hours: 1 },
    }),
    stats('wait', { executed: 1_000 }),
  ]);
  expect(stages.map(({ name, count }) => [name, count])).toEqual([
    ['reached', 112],
    ['opt_out', -20],
    ['frequency_cap', -7],
    ['failed', -5],
    ['quiet_hours', 31],
    ['sent', 80],
  ]);
  // Postponed messages are not losses.
  const losses = stages.slice(0, -1).filter(({ isPostponed }) => isPostponed !== true);
  expect(losses.reduce((left, { count }) => left + count, 0)).toBe(80);
});

test('returns zeros without messages', () => {
  expect(lossesOf([]).map(({ name, count }) => [name, count])).toEqual([
    ['reached', 0],
    ['sent', 0],
  ]);
});

test('shows postponed messages before any message is sent', () => {
  const stages = lossesOf([stats('send', { waiting: 4, deferredByReason: { quiet_hours: 4 } })]);
  expect(stages.map(({ name, count }) => [name, count])).toEqual([
    ['reached', 0],
    ['quiet_hours', 4],
    ['sent', 0],
  ]);
});
