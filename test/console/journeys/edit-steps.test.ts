import { nowhere, startId, journeyEdges } from '../../../console/pages/journeys/model/edges';
import * as edit from '../../../console/pages/journeys/model/edit-steps';
import { newStep, stepKinds } from '../../../console/pages/journeys/model/new-step';
import { journeyDefinition, type JourneyStep } from '../../../domain/journeys/schemas';

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

describe('editing steps', () => {
  it.each(stepKinds)('begins a $kind with a shape that the API saves', ({ kind }) => {
    const shape = journeyDefinition.shape.steps.safeParse([...steps, newStep(kind, steps)]);
    expect(shape.error).toBeUndefined();
  });

  it('names a new step like no other', () => {
    const first = newStep('wait', steps);
    const second = newStep('wait', [...steps, first]);
    expect([first.id, second.id]).toEqual(['wait', 'wait-2']);
  });

  it('inserts between an arm and where it led', () => {
    const changed = edit.insertAt(steps, { from: 'split', field: 'arms.0.next' }, wait());
    expect(leads(changed)).toEqual(expect.arrayContaining(['split new', 'new pause', 'split end', 'pause end']));
    expect(leads(changed)).not.toContain('split pause');
  });

  it('makes what is inserted at the start the entry', () => {
    const changed = edit.insertAt(steps, { from: startId, field: 'entry' }, wait());
    expect(changed[0]).toMatchObject({ id: 'new', next: 'hello' });
  });

  it('puts a step that is added after an exit before it', () => {
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

  it('leads what led to removed steps to what followed them', () => {
    const changed = edit.removeSteps(steps, new Set(['split', 'pause']));
    expect(leads(changed)).toEqual([`${startId} hello`, 'hello end']);
  });

  it('enters at what followed a removed entry', () => {
    const changed = edit.removeSteps(steps, new Set(['hello']));
    expect(changed[0]?.id).toBe('split');
  });

  it('keeps at least one step', () => {
    expect(edit.removeSteps(steps, new Set(steps.map(({ id }) => id)))).toEqual(steps);
  });

  it('renames a step with all that leads to it, and takes no name of another', () => {
    expect(leads(edit.renameStep(steps, 'end', 'done'))).toEqual(expect.arrayContaining(['split done', 'pause done']));
    expect(edit.renameStep(steps, 'end', 'hello')).toEqual(steps);
  });

  it('duplicates a step after itself', () => {
    const { steps: changed, ids } = edit.duplicateStep(steps, 'pause');
    expect(ids).toEqual(['pause-2']);
    expect(leads(changed)).toEqual(expect.arrayContaining(['split pause', 'pause pause-2', 'pause-2 end']));
  });

  it('pastes steps of another journey with names of their own, joined to each other and to what follows', () => {
    const copied: JourneyStep[] = [
      { id: 'pause', kind: 'wait', duration: 'P2D', next: 'hello' },
      { id: 'hello', kind: 'send', communicationId: 'com_2', next: 'elsewhere', onSkip: 'continue' },
    ];
    const { steps: changed, ids } = edit.pasteAfter(steps, 'pause', copied);
    expect(ids).toEqual(['pause-2', 'hello-2']);
    expect(leads(changed)).toEqual(expect.arrayContaining(['pause pause-2', 'pause-2 hello-2', 'hello-2 end']));
  });

  it('connects and disconnects a way out', () => {
    const exit = { from: 'split', field: 'else' };
    expect(leads(edit.connect(steps, exit, 'hello'))).toContain('split hello');
    expect(leads(edit.disconnect(steps, exit))).toContain(`split ${nowhere}`);
  });
});
