import { journeyEdges, nowhere, retarget, startId, stepEdges } from '../../../../../console/pages/journeys/model/edges';
import * as edit from '../../../../../console/pages/journeys/model/edit-steps';
import { freeId } from '../../../../../console/pages/journeys/model/free-id';
import { stepKinds } from '../../../../../console/pages/journeys/steps/registry';
import { journeyDefinition, type JourneyStep } from '../../../../../domain/journeys/schemas';

/** hello → split (yes → pause → end, else → end) */
const steps: readonly JourneyStep[] = [
  { id: 'hello', kind: 'send', communicationId: 'com_1', next: 'split', onSkip: 'continue' },
  {
    id: 'split',
    kind: 'branch',
    else: 'end',
    arms: [{ id: 'yes', when: { field: 'attributes.plan', operator: 'exists', value: true }, next: 'pause' }],
  },
  { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' },
  { id: 'end', kind: 'exit' },
];

const leads = (of: readonly JourneyStep[]): string[] => journeyEdges(of).map(({ from, to }) => `${from} ${to}`);
const wait = (): JourneyStep => ({ id: 'new', kind: 'wait', duration: 'PT1H', next: nowhere });

const awaits: JourneyStep = {
  id: 'awaits',
  kind: 'wait',
  untilEvent: { eventName: 'purchase', timeout: 'P3D', timeoutNext: nowhere },
  next: nowhere,
};
const calls: JourneyStep = {
  id: 'calls',
  kind: 'webhook',
  url: 'https://receiver.example',
  method: 'POST',
  timeoutSeconds: 10,
  next: nowhere,
  onFailure: nowhere,
};

describe('editing steps', () => {
  it.each(Object.values(stepKinds))('creates a $kind that the API can save', ({ create }) => {
    const shape = journeyDefinition.shape.steps.safeParse([...steps, create('new')]);
    expect(shape.error).toBeUndefined();
  });

  it('gives a new step a unique id', () => {
    expect(freeId(new Set(['pause']), 'wait')).toBe('wait');
    expect(freeId(new Set(['wait']), 'wait')).toBe('wait-2');
    expect(freeId(new Set(['wait', 'wait-2']), 'wait')).toBe('wait-3');
  });

  it('inserts a step between an arm and its target', () => {
    const changed = edit.insertAt(steps, { from: 'split', field: 'arms.0.next' }, wait());
    expect(leads(changed)).toEqual(expect.arrayContaining(['split new', 'new pause', 'split end', 'pause end']));
    expect(leads(changed)).not.toContain('split pause');
  });

  it('makes a step inserted at the start the first step', () => {
    const changed = edit.insertAt(steps, { from: startId, field: 'entry' }, wait());
    expect(changed[0]).toMatchObject({ id: 'new', next: 'hello' });
  });

  it('inserts a step before an exit when it is added after it', () => {
    const changed = edit.insertAfter(steps, 'end', wait());
    expect(leads(changed)).toEqual([
      `${startId} hello`,
      'hello split',
      'split pause',
      'split new',
      'pause new',
      'new end',
    ]);
  });

  it('connects the predecessors of removed steps to their successors', () => {
    const changed = edit.removeSteps(steps, new Set(['split', 'pause']));
    expect(leads(changed)).toEqual([`${startId} hello`, 'hello end']);
  });

  it('starts at the successor of a removed first step', () => {
    const changed = edit.removeSteps(steps, new Set(['hello']));
    expect(changed[0]?.id).toBe('split');
  });

  it('keeps at least one step', () => {
    expect(edit.removeSteps(steps, new Set(steps.map(({ id }) => id)))).toEqual(steps);
  });

  it('renames a step and the references to it, and rejects an existing id', () => {
    expect(leads(edit.renameStep(steps, 'end', 'done'))).toEqual(expect.arrayContaining(['split done', 'pause done']));
    expect(edit.renameStep(steps, 'end', 'hello')).toEqual(steps);
  });

  it('duplicates a step after itself', () => {
    const { steps: changed, ids } = edit.duplicateStep(steps, 'pause');
    expect(ids).toEqual(['pause-2']);
    expect(leads(changed)).toEqual(expect.arrayContaining(['split pause', 'pause pause-2', 'pause-2 end']));
  });

  it('pastes steps with new ids, connected to each other and to the next step', () => {
    const copied: JourneyStep[] = [
      { id: 'pause', kind: 'wait', duration: 'P2D', next: 'hello' },
      { id: 'hello', kind: 'send', communicationId: 'com_2', next: 'elsewhere', onSkip: 'continue' },
    ];
    const { steps: changed, ids } = edit.pasteAfter(steps, 'pause', copied);
    expect(ids).toEqual(['pause-2', 'hello-2']);
    expect(leads(changed)).toEqual(expect.arrayContaining(['pause pause-2', 'pause-2 hello-2', 'hello-2 end']));
  });

  it.each<[field: string, label: string, step: JourneyStep]>([
    ['next', 'event', awaits],
    ['untilEvent.timeoutNext', 'timeout', awaits],
    ['next', 'success', calls],
    ['onFailure', 'failure', calls],
    ['next', '', wait()],
  ])('connects only the exit %s (%s)', (field, label, step) => {
    const before = stepEdges(step);
    const after = stepEdges(retarget(step, field, 'hello'));
    expect(after).toEqual(before.map((edge) => (edge.field === field ? { ...edge, to: 'hello', label } : edge)));
    expect(retarget(step, 'missing', 'hello')).toBe(step);
  });

  it('connects and disconnects an exit of a step', () => {
    const exit = { from: 'split', field: 'else' };
    expect(leads(edit.connect(steps, exit, 'hello'))).toContain('split hello');
    expect(leads(edit.disconnect(steps, exit))).toContain(`split ${nowhere}`);
  });
});
