import { changedFields } from '../../../../../console/pages/journeys/model/definition';
import * as history from '../../../../../console/pages/journeys/model/history';
import { layoutSteps, nodeSize } from '../../../../../console/pages/journeys/model/layout';
import { mergeDrafts } from '../../../../../console/pages/journeys/model/merge';
import { neighbour } from '../../../../../console/pages/journeys/model/navigate';
import { startId } from '../../../../../console/pages/journeys/model/edges';
import { outlineOf } from '../../../../../console/pages/journeys/model/outline';
import { draftProblems, problemsByStep } from '../../../../../console/pages/journeys/model/problems';
import type { JourneyDefinition, JourneyStep } from '../../../../../domain/journeys/schemas';

const wait = (id: string, next: string, duration = 'P1D'): JourneyStep => ({ id, kind: 'wait', duration, next });
const end: JourneyStep = { id: 'end', kind: 'exit' };
const split: JourneyStep = {
  id: 'split',
  kind: 'branch',
  else: 'end',
  arms: [{ id: 'yes', when: { field: 'email', operator: 'exists', value: true }, next: 'pause' }],
};

const draft = (steps: JourneyStep[], changes: Partial<JourneyDefinition> = {}): JourneyDefinition => ({
  audienceId: null,
  triggerContractId: null,
  goalEventName: null,
  goalEventWindowDays: 7,
  holdoutPercent: 10,
  reentry: 'after_exit',
  steps,
  ...changes,
});

const unknown = { commTypes: undefined, beliefIds: undefined, triggerContractIds: undefined, audienceIds: undefined };

describe('undo and redo', () => {
  it('moves back and forward, and discards undone changes after a new one', () => {
    const two = history.change(history.change(history.begin('a'), 'b'), 'c');
    expect(history.undo(history.undo(two)).present).toBe('a');
    expect(history.redo(history.undo(two)).present).toBe('c');
    expect(history.redo(history.change(history.undo(two), 'd')).present).toBe('d');
  });

  it('groups letters typed in one field into one change', () => {
    const typed = ['h', 'he', 'hey'].reduce((before, text) => history.change(before, text, 'name'), history.begin(''));
    expect(history.undo(typed).present).toBe('');
  });
});

test('a different order of keys, as in the database, is not a change of a draft', () => {
  const { id, kind, ...rest } = wait('a', 'end');
  expect(changedFields(draft([wait('a', 'end'), end]), draft([{ ...rest, kind, id } as JourneyStep, end]))).toEqual({});
  expect(changedFields(draft([wait('a', 'end'), end]), draft([end]))).toEqual({ steps: [end] });
});

describe('merging drafts of two people', () => {
  const base = draft([wait('a', 'b'), wait('b', 'end'), end]);

  it('keeps the changes of both', () => {
    const mine = draft([wait('a', 'b', 'P2D'), wait('b', 'end'), end], { holdoutPercent: 20 });
    const theirs = draft([wait('a', 'b'), wait('b', 'c'), wait('c', 'end'), end], { reentry: 'once' });
    const { merged, conflicts } = mergeDrafts(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged).toMatchObject({ holdoutPercent: 20, reentry: 'once' });
    expect(new Map(merged.steps.map((step) => [step.id, step]))).toEqual(
      new Map([wait('a', 'b', 'P2D'), wait('b', 'c'), wait('c', 'end'), end].map((step) => [step.id, step])),
    );
    expect(merged.steps[0]?.id).toBe('a');
  });

  it('reports conflicts and keeps my version', () => {
    const mine = draft([wait('a', 'b', 'P2D'), wait('b', 'end'), end]);
    const theirs = draft([wait('a', 'b', 'P3D'), wait('b', 'end'), end]);
    const { merged, conflicts } = mergeDrafts(base, mine, theirs);
    expect(conflicts).toEqual(['a']);
    expect(merged.steps[0]).toEqual(wait('a', 'b', 'P2D'));
  });

  it('removes what either person removed', () => {
    const { merged } = mergeDrafts(base, base, draft([wait('a', 'end'), end]));
    expect(merged.steps.map(({ id }) => id)).toEqual(['a', 'end']);
  });
});

describe('draft problems', () => {
  it('are assigned to their step and use the messages of publishing', () => {
    const definition = draft([wait('a', 'gone'), end], { audienceId: 'aud_gone' });
    const known = { ...unknown, audienceIds: new Set<string>() };
    const found = problemsByStep(definition, draftProblems(definition, known));
    expect(found.get('a')?.map(({ message }) => message)).toEqual([
      'Step "a" leads to step "gone", which does not exist.',
    ]);
    expect(found.get('end')?.map(({ message }) => message)).toEqual([
      'Step "end" cannot be reached from the first step.',
    ]);
    expect(found.get(null)?.map(({ message }) => message)).toEqual(['Audience "aud_gone" does not exist.']);
  });

  it('do not include references that are not loaded yet', () => {
    const send: JourneyStep = { id: 's', kind: 'send', communicationId: 'com_1', next: 'end', onSkip: 'continue' };
    expect(draftProblems(draft([send, end]), unknown)).toEqual([]);
    expect(draftProblems(draft([send, end]), { ...unknown, commTypes: new Map() })).toHaveLength(1);
  });
});

describe('outline and arrow keys', () => {
  const steps = [split, wait('pause', 'end'), end, wait('lost', 'end')];

  it('lists each step once, arms below their branch, and unreachable steps last', () => {
    expect(outlineOf(steps).map(({ stepId, depth, label, reference }) => [stepId, depth, label, reference])).toEqual([
      ['split', 0, '', false],
      ['pause', 1, 'yes', false],
      ['end', 1, '', false],
      ['end', 1, 'else', true],
      ['lost', 0, '', false],
      ['end', 0, '', true],
    ]);
  });

  it('arrow keys follow edges and move between siblings', () => {
    expect(neighbour(steps, startId, 'down')).toBe('split');
    expect(neighbour(steps, 'split', 'down')).toBe('pause');
    expect(neighbour(steps, 'pause', 'right')).toBe('end');
    expect(neighbour(steps, 'pause', 'up')).toBe('split');
    expect(neighbour(steps, 'split', 'up')).toBe(startId);
  });
});

describe('layout', () => {
  it('places 500 steps without overlap, each below its predecessor', () => {
    const steps = [
      ...Array.from({ length: 499 }, (_one, index) => wait(`s${index}`, index === 498 ? 'end' : `s${index + 1}`)),
      end,
    ];
    const { positions } = layoutSteps(steps);
    const tops = steps.map(({ id }) => positions.get(id)?.y ?? Number.NaN);
    expect(tops.every((y, index) => index === 0 || y - (tops[index - 1] ?? y) >= nodeSize.height)).toBe(true);
  });
});
