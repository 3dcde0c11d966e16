import { describeChange } from '../../../console/pages/journeys/model/describe-change';
import * as edit from '../../../console/pages/journeys/model/edit-steps';
import { startId } from '../../../console/pages/journeys/model/edges';
import { neighbour } from '../../../console/pages/journeys/model/navigate';
import { newStep } from '../../../console/pages/journeys/model/new-step';
import { placesBeside } from '../../../console/pages/journeys/model/places';
import type { JourneyStep } from '../../../domain/journeys/schemas';

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
const wait = newStep('wait', steps);

describe('what screen readers are handed of a change', () => {
  const inArm = edit.insertAt(steps, { from: 'split', field: 'arms.0.next' }, wait);
  const loose = edit.addUnconnected(steps, wait);
  const again = edit.pasteAfter(steps, 'hello', [wait, newStep('webhook', steps)]).steps;

  it.each<[what: string, before: readonly JourneyStep[], after: readonly JourneyStep[], text: string]>([
    ['a step put into a way', steps, inArm, 'wait added, after the way yes of Plan, leads to end.'],
    ['a step by itself', steps, loose, 'wait added, not connected yet, leads to nowhere yet.'],
    ['a step deleted', inArm, steps, 'wait deleted. The way yes of Plan now leads to end.'],
    ['several added', steps, again, '2 steps added: wait, webhook.'],
    [
      'a way led elsewhere',
      loose,
      edit.connect(loose, { from: 'split', field: 'else' }, 'wait'),
      'The way else of Plan now leads to wait.',
    ],
    [
      'a way led nowhere',
      steps,
      edit.disconnect(steps, { from: 'hello', field: 'next' }),
      'hello now leads to nowhere yet.',
    ],
    [
      'another beginning',
      steps,
      edit.connect(steps, { from: startId, field: 'entry' }, 'split'),
      'The start now leads to Plan.',
    ],
    ['a new id', steps, edit.renameStep(steps, 'hello', 'greet'), 'hello is now called greet.'],
    ['a field typed in', steps, edit.replaceStep(steps, 'hello', (step) => ({ ...step, name: 'Hi' })), ''],
  ])('names %s', (_what, before, after, text) => {
    expect(describeChange(before, after).toLowerCase()).toBe(text.toLowerCase());
  });

  it('names a way that is taken away', () => {
    const split = steps[1] as Extract<JourneyStep, { kind: 'branch' }>;
    const arm = { ...split.arms[0], id: 'no', next: 'end' } as (typeof split.arms)[number];
    const two = edit.replaceStep(steps, 'split', () => ({ ...split, arms: [...split.arms, arm] }));
    expect(describeChange(steps, two)).toBe('The way no of Plan now leads to end.');
    expect(describeChange(two, steps)).toBe('The way no of Plan is removed.');
  });
});

describe('places beside a step', () => {
  it('are each of its ways out, and none', () => {
    expect(placesBeside(steps, 'split').map(({ title }) => title)).toEqual([
      'After Plan, on the way yes',
      'After Plan, on the way else',
      'Not connected yet',
    ]);
    expect(placesBeside(steps, 'end').map(({ title }) => title)).toEqual(['Before end', 'Not connected yet']);
    expect(placesBeside(steps, null).map(({ title }) => title)).toEqual(['At the beginning', 'Not connected yet']);
  });
});

it('arrows lead to a step without a connection, and back from it', () => {
  const loose = edit.addUnconnected(steps, wait);
  expect(neighbour(loose, 'end', 'down')).toBe('wait');
  expect(neighbour(loose, 'wait', 'up')).toBe('end');
});
