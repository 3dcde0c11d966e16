import { AppError } from '../../../domain/errors';
import { isAllowed, statusAfter, type JourneyAction } from '../../../domain/journeys/lifecycle';
import { journeyStatus } from '../../../domain/journeys/schemas';

const statuses = journeyStatus.options;

/** The status after each action, by the status before it; null if the action is refused. In the order of `statuses`. */
const expected: Record<JourneyAction, (string | null)[]> = {
  edit: ['draft', 'published', 'paused', null],
  openDraft: ['draft', 'published', 'paused', null],
  publish: ['published', 'published', 'paused', null],
  start: [null, 'published', null, null],
  pause: [null, 'paused', null, null],
  resume: [null, null, 'published', null],
  archive: ['archived', 'archived', 'archived', 'archived'],
};

test.each(Object.entries(expected) as [JourneyAction, (string | null)[]][])(
  '%s changes the status',
  (action, after) => {
    const found = statuses.map((status) => (isAllowed(status, action) ? statusAfter(status, action) : null));
    expect(found).toEqual(after);
  },
);

test.each([
  ['archived', 'edit', 'An archived journey cannot be changed. Create a new journey.'],
  ['archived', 'openDraft', 'No draft can be opened. The journey\'s status is "archived".'],
  ['archived', 'publish', 'An archived journey cannot be published.'],
  ['paused', 'start', 'Only a published journey can be started. Publish the journey, or resume it if it is paused.'],
  ['draft', 'pause', 'Only a published journey can be paused. The journey\'s status is "draft".'],
  ['published', 'resume', 'Only a paused journey can be resumed. The journey\'s status is "published".'],
] as const)('a journey that is %s refuses %s', (status, action, message) => {
  expect(() => statusAfter(status, action)).toThrow(new AppError('CONFLICT', message));
});
