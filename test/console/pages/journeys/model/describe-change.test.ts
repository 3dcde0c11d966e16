import { describeChange } from '../../../../../console/pages/journeys/model/describe-change';
import * as edit from '../../../../../console/pages/journeys/model/edit-steps';
import { nowhere, startId } from '../../../../../console/pages/journeys/model/edges';
import { neighbour } from '../../../../../console/pages/journeys/model/navigate';
import { placesNextTo } from '../../../../../console/pages/journeys/model/places';
import type { JourneyStep } from '../../../../../domain/journeys/schemas';

/** hello → split (yes → end, else → end) */
const steps: readonly JourneyStep[] = [
  { id: 'hello', kind: 'send', communicationId: 'com_1', next: 'split', onSkip: 'continue' },
  {
    id: 'split',
    name: 'Plan',
    kind: 'branch',
    else: 'end',
    arms: [{ id: 'yes', when: { field: 'attributes.plan', operator: 'exists', value: true }, next: 'end' }],
  },
  { id: 'end', kind: 'exit' },
];
const wait: JourneyStep = { id: 'wait', kind: 'wait', duration: 'P1D', next: nowhere };
const webhook: JourneyStep = {
  id: 'webhook',
  kind: 'webhook',
  url: '',
  method: 'POST',
  timeoutSeconds: 10,
  next: nowhere,
};

describe('the announcement of a change', () => {
  const inArm = edit.insertAt(steps, { from: 'split', field: 'arms.0.next' }, wait);
  const loose = edit.addUnconnected(steps, wait);
  const again = edit.pasteAfter(steps, 'hello', [wait, webhook]).steps;

  it.each<[what: string, before: readonly JourneyStep[], after: readonly JourneyStep[], text: string]>([
    ['a step inserted at an exit', steps, inArm, 'wait added after the yes path of Plan, leads to end.'],
    ['an unconnected step', steps, loose, 'wait added, not connected, leads to no step.'],
    ['a deleted step', inArm, steps, 'wait deleted. The yes path of Plan now leads to end.'],
    ['several added steps', steps, again, '2 steps added: wait, webhook.'],
    [
      'a redirected exit',
      loose,
      edit.connect(loose, { from: 'split', field: 'else' }, 'wait'),
      'The else path of Plan now leads to wait.',
    ],
    [
      'a disconnected exit',
      steps,
      edit.disconnect(steps, { from: 'hello', field: 'next' }),
      'hello now leads to no step.',
    ],
    [
      'another entry step',
      steps,
      edit.connect(steps, { from: startId, field: 'entry' }, 'split'),
      'The start now leads to Plan.',
    ],
    ['a new id', steps, edit.renameStep(steps, 'hello', 'greet'), 'hello renamed to greet.'],
    ['a changed field', steps, edit.replaceStep(steps, 'hello', (step) => ({ ...step, name: 'Hi' })), ''],
  ])('describes %s', (_what, before, after, text) => {
    expect(describeChange(before, after).toLowerCase()).toBe(text.toLowerCase());
  });

  it('describes a removed exit', () => {
    const split = steps[1] as Extract<JourneyStep, { kind: 'branch' }>;
    const arm = { ...split.arms[0], id: 'no', next: 'end' } as (typeof split.arms)[number];
    const two = edit.replaceStep(steps, 'split', () => ({ ...split, arms: [...split.arms, arm] }));
    expect(describeChange(steps, two)).toBe('The no path of Plan now leads to end.');
    expect(describeChange(two, steps)).toBe('The no path of Plan removed.');
  });
});

describe('places next to a step', () => {
  it('include every exit of the step, and the unconnected area', () => {
    expect(placesNextTo(steps, 'split').map(({ title }) => title)).toEqual([
      'After Plan (yes)',
      'After Plan (else)',
      'Not connected',
    ]);
    expect(placesNextTo(steps, 'end').map(({ title }) => title)).toEqual(['Before end', 'Not connected']);
    expect(placesNextTo(steps, null).map(({ title }) => title)).toEqual(['At the start', 'Not connected']);
  });
});

it('moves to an unconnected step and back with arrow keys', () => {
  const loose = edit.addUnconnected(steps, wait);
  expect(neighbour(loose, 'end', 'down')).toBe('wait');
  expect(neighbour(loose, 'wait', 'up')).toBe('end');
});
