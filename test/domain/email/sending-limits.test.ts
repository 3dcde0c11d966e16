import { hasQuota, warmUpLimit } from '../../../domain/email/sending-limits';

test('a warm-up doubles each day and ends after two weeks', () => {
  const limits = ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-14', '2026-12-15'].map((day) =>
    warmUpLimit({ from: '2026-12-01', firstDay: 50 }, day),
  );
  expect(limits).toEqual([0, 50, 100, 409_600, null]);
});

test('a small quota keeps a part for urgent messages', () => {
  const account = { perSecond: 1, perDay: 200, sentInDay: 190 };
  expect([hasQuota(account, false), hasQuota(account, true)]).toEqual([false, true]);
  expect(hasQuota({ ...account, perDay: null }, false)).toBe(true);
});
