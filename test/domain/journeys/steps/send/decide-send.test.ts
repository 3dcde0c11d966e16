import { decideSend, type SendCircumstances } from '../../../../../domain/journeys/steps/send/rules';

const now = new Date('2026-03-02T23:00:00Z');
const allowed: SendCircumstances = {
  person: { email: 'ada@example.com', timezone: 'UTC' },
  hasConsent: true,
  isSuppressed: false,
  quietHours: null,
  now,
  frequencyCap: { max: 3, days: 7 },
  recentSends: 2,
};
const quietHours = { start: '22:00', end: '08:00' };

it('allows a message if nothing is against it', () => {
  expect(decideSend(allowed)).toEqual({ kind: 'send' });
  expect(decideSend({ ...allowed, frequencyCap: null, recentSends: 1_000 })).toEqual({ kind: 'send' });
});

it.each<[string, Partial<SendCircumstances>]>([
  ['erased', { person: null }],
  ['no_email', { person: { email: null, timezone: null } }],
  ['opt_out', { hasConsent: false }],
  ['suppression', { isSuppressed: true }],
  ['frequency_cap', { recentSends: 3 }],
])('skips with the reason %s', (reason, given) => {
  expect(decideSend({ ...allowed, ...given })).toEqual({ kind: 'skip', reason });
});

it('reports the first reason, and defers before it counts messages', () => {
  const everything = { hasConsent: false, isSuppressed: true, quietHours, recentSends: 3 };
  expect(decideSend({ ...allowed, ...everything, person: null })).toMatchObject({ reason: 'erased' });
  expect(decideSend({ ...allowed, ...everything })).toMatchObject({ reason: 'opt_out' });
  expect(decideSend({ ...allowed, ...everything, hasConsent: true })).toMatchObject({ reason: 'suppression' });
  const until = new Date('2026-03-03T08:00:00Z');
  expect(decideSend({ ...allowed, quietHours, recentSends: 3 })).toEqual({ kind: 'defer', until });
  expect(decideSend({ ...allowed, quietHours, now: until, recentSends: 3 })).toMatchObject({ reason: 'frequency_cap' });
});

it('uses the timezone of the person for quiet hours, and UTC without one', () => {
  const until = (timezone: string | null) =>
    decideSend({ ...allowed, quietHours, person: { email: 'ada@example.com', timezone } });
  expect(until('America/New_York')).toEqual({ kind: 'send' });
  expect(until(null)).toEqual({ kind: 'defer', until: new Date('2026-03-03T08:00:00Z') });
});

it('skips the checks in overrides', () => {
  const overrides = new Set(['opt_out', 'suppression', 'frequency_cap'] as const);
  const given = { ...allowed, hasConsent: false, isSuppressed: true, recentSends: 3 };
  expect(decideSend({ ...given, overrides })).toEqual({ kind: 'send' });
  expect(decideSend({ ...given, overrides, person: null })).toMatchObject({ reason: 'erased' });
});
