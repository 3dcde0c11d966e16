import {
  describeMetStep,
  describeSpan,
  gapHeight,
} from '../../../../../console/pages/journeys/executions/describe-met-step';
import type { MetStep } from '../../../../../console/pages/journeys/steps/step-kind';
import { cumulativeRates } from '../../../../../console/pages/journeys/cumulative-rates';
import { executionFilter, executionsAt } from '../../../../../console/pages/journeys/executions/execution-filter';
import { explainReason } from '../../../../../domain/journeys/explain-reason';
import { skipReasons } from '../../../../../domain/journeys/reports/schemas';
import type { JourneyStep } from '../../../../../domain/journeys/schemas';

const met = (more: Partial<MetStep>): MetStep => ({
  stepId: 'step',
  kind: 'send',
  name: null,
  status: 'executed',
  reason: null,
  armId: null,
  enteredAt: '2026-01-01T00:00:00.000Z',
  leftAt: '2026-01-01T00:00:01.000Z',
  resumesAt: null,
  awaitsEvent: null,
  eventReceived: false,
  send: null,
  tries: [],
  ...more,
});

const branch: JourneyStep = {
  id: 'step',
  kind: 'branch',
  else: 'end',
  arms: [{ id: 'pro', when: { field: 'attributes.plan', operator: 'equals', value: 'pro' }, next: 'end' }],
};
const split: JourneyStep = {
  id: 'step',
  kind: 'experiment',
  allocation: 'fixed',
  arms: [{ id: 'bold', weight: 0.25, next: 'end' }],
};

test.each<{ text: string; given: Partial<MetStep>; step?: JourneyStep }>([
  { text: 'Sent', given: {} },
  { text: 'Skipped: Opted out', given: { status: 'skipped', reason: 'opt_out' } },
  { text: 'Failed: HTTP 404', given: { kind: 'webhook', status: 'failed', reason: 'http_404' } },
  { text: 'Failed: Certificate expired', given: { kind: 'webhook', status: 'failed', reason: 'tls_expired' } },
  { text: 'Took pro: attributes.plan is pro', given: { kind: 'branch', armId: 'pro' }, step: branch },
  { text: 'Took else: no condition matched', given: { kind: 'branch', armId: 'else' }, step: branch },
  { text: 'Took pro', given: { kind: 'branch', armId: 'pro' } },
  { text: 'Assigned to bold, weight 25%', given: { kind: 'experiment', armId: 'bold' }, step: split },
  { text: 'Received purchase', given: { kind: 'wait', awaitsEvent: 'purchase', eventReceived: true } },
  { text: 'Timed out waiting for purchase', given: { kind: 'wait', awaitsEvent: 'purchase' } },
  { text: 'Waited', given: { kind: 'wait' } },
])('$text', ({ text, given, step }) => {
  expect(describeMetStep(met(given), step)).toBe(text);
});

test('formats a duration in its two largest units', () => {
  const ms = (seconds: number) => describeSpan(0, seconds * 1_000);
  expect([0.9, 1, 61, 3_600, 90_000, 7 * 86_400].map(ms)).toEqual([
    null,
    '1 second',
    '1 minute 1 second',
    '1 hour',
    '1 day 1 hour',
    '7 days',
  ]);
});

test('draws longer waits taller, up to a limit', () => {
  const heights = [1_000, 60_000, 3_600_000, 86_400_000, 365 * 86_400_000].map(gapHeight);
  expect([...heights].sort((one, other) => one - other)).toEqual(heights);
  expect(heights.at(-1)).toBeLessThanOrEqual(72);
});

test('explains every skip reason', () => {
  for (const reason of skipReasons) expect(explainReason(reason).meaning).not.toBe(reason);
  expect(explainReason('http_503').meaning).toBe('The receiver returned 503.');
  expect(explainReason('something_new')).toEqual({ meaning: 'something_new' });
});

test('converts the address to a filter and ignores incomplete values', () => {
  expect(executionFilter({ view: 'executions', person: 'ada@', version: '0', from: '2026' })).toEqual({});
  expect(
    executionFilter({ status: 'FAILED', step: 'greet', version: '2', person: ' ada@example.com ', from: '2026-01-01' }),
  ).toEqual({ status: 'FAILED', stepId: 'greet', version: 2, email: 'ada@example.com', from: '2026-01-01' });
  expect(executionFilter({ step: 'greet', outcome: 'failed' })).toEqual({ stepId: 'greet', stepStatus: 'failed' });
  expect(executionFilter({ outcome: 'failed' })).toEqual({});
  expect(executionFilter({ step: 'greet', outcome: 'lost' })).toEqual({ stepId: 'greet' });
  expect(executionFilter({ person: 'eus_01h455vb4pex5vsknk084sn02q' })).toEqual({
    endUserId: 'eus_01h455vb4pex5vsknk084sn02q',
  });
});

test('the address of a figure selects its executions', () => {
  const path = executionsAt({ journeyId: 'jrn_1', stepId: 'say hello', version: 2 }, 'waiting');
  const [page, query] = path.split('?');
  expect(page).toBe('/journeys/jrn_1');
  expect(executionFilter(Object.fromEntries(new URLSearchParams(query)))).toEqual({
    stepId: 'say hello',
    stepStatus: 'waiting',
    version: 2,
  });
});

test('sums goal rates up to each day, for each group', () => {
  const days = [
    { exposed: 0, holdout: 0, convertedExposed: 0, convertedHoldout: 0 },
    { exposed: 4, holdout: 0, convertedExposed: 1, convertedHoldout: 0 },
    { exposed: 4, holdout: 2, convertedExposed: 3, convertedHoldout: 1 },
  ];
  expect(cumulativeRates(days).map(({ values }) => values)).toEqual([
    [null, 0.25, 0.5],
    [null, null, 0.5],
  ]);
});
