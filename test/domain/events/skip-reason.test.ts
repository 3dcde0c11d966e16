import { findSkipReason, type SkipFacts } from '../../../domain/events/skip-reason';

const eligible: SkipFacts = {
  isPaused: false,
  isIdentified: true,
  isInAudience: true,
  isHeldOut: false,
  hasEntered: true,
};

test.each<[Partial<SkipFacts>, ReturnType<typeof findSkipReason>]>([
  [{}, 'reentry'],
  [{ isHeldOut: true }, 'holdout'],
  [{ hasEntered: false }, null],
  [{ isInAudience: false, isHeldOut: true }, 'audience'],
  [{ isIdentified: false, isInAudience: false }, 'unverified'],
  [{ isPaused: true, isIdentified: false }, 'paused'],
])('%j is skipped with %s', (facts, reason) => {
  expect(findSkipReason({ ...eligible, ...facts })).toBe(reason);
});
