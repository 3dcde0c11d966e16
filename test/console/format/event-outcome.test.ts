import { describeEventOutcome } from '../../../console/format/event-outcome';

const nameOf = (id: string): string => ({ jrn_1: 'Welcome', jrn_2: 'Win back' })[id] ?? id;

test.each([
  [{}, 'Event paid sent. No journey has this trigger.'],
  [{ started: [{ journeyId: 'jrn_1' }] }, 'Event paid sent. Started: Welcome.'],
  [
    { skipped: [{ journeyId: 'jrn_2', reason: 'paused' as const }], warnings: [{ message: 'No amount.' }] },
    'Event paid sent. Win back not started: the journey is paused. No amount.',
  ],
])('describes %j', (outcome, expected) => {
  expect(describeEventOutcome('paid', outcome, nameOf)).toBe(expected);
});
