import fc from 'fast-check';
import { advance, begin } from '../../../domain/journeys/advance';
import type { Outcome } from '../../../domain/journeys/plan';
import { planOf } from '../../../domain/journeys/steps/registry';
import { edgesOf, graphProblems } from '../../../domain/journeys/graph';
import type { JourneyStep } from '../../../domain/journeys/schemas';
import { exit, send, wait } from './steps';

const arm = (id: string, next: string) => ({ id, next, when: { all: [] } });
const split = (...weights: number[]): JourneyStep[] => [
  {
    id: 'split',
    kind: 'experiment',
    allocation: 'fixed',
    arms: weights.map((weight, index) => ({ id: `arm-${index}`, weight, next: 'end' })),
  },
  exit('end'),
];

describe('edgesOf', () => {
  it('returns the field of each edge', () => {
    expect(edgesOf(send('a', 'b'))).toEqual([{ field: 'next', to: 'b' }]);
    expect(edgesOf(wait('a', 'c'))).toEqual([{ field: 'next', to: 'c' }]);
    expect(edgesOf(exit('a'))).toEqual([]);
  });

  it('returns every edge of a step with several', () => {
    const untilEvent = { eventName: 'paid', timeout: 'P1D', timeoutNext: 'late' };
    expect(edgesOf({ id: 'a', kind: 'wait', untilEvent, next: 'b' })).toEqual([
      { field: 'next', to: 'b' },
      { field: 'untilEvent.timeoutNext', to: 'late' },
    ]);
    expect(edgesOf({ id: 'a', kind: 'branch', arms: [arm('x', 'b')], else: 'c' })).toEqual([
      { field: 'arms.0.next', to: 'b' },
      { field: 'else', to: 'c' },
    ]);
    const webhook = { id: 'a', kind: 'webhook', url: 'https://crm.example.com', next: 'b' } as JourneyStep;
    expect(edgesOf(webhook)).toEqual([{ field: 'next', to: 'b' }]);
    expect(edgesOf({ ...webhook, onFailure: 'c' } as JourneyStep)).toEqual([
      { field: 'next', to: 'b' },
      { field: 'onFailure', to: 'c' },
    ]);
  });
});

describe('graphProblems', () => {
  it('finds no problems in a linear journey', () => {
    expect(graphProblems([send('a', 'b'), wait('b', 'c'), exit('c')])).toEqual([]);
  });

  it('accepts steps in any order after the first', () => {
    expect(graphProblems([send('a', 'b'), exit('c'), wait('b', 'c')])).toEqual([]);
  });

  it('reports every kind of problem together', () => {
    const steps = [
      send('start', 'pause'),
      wait('pause', 'nowhere'),
      wait('left', 'right'),
      wait('right', 'left'),
      exit('start'),
      exit('island'),
    ];
    expect(graphProblems([...steps])).toEqual([
      { path: 'steps.4.id', message: 'The step id "start" is used more than once. Step ids must be unique.' },
      { path: 'steps.1.next', message: 'Step "pause" leads to step "nowhere", which does not exist.' },
      { path: 'steps.3.next', message: 'The steps form a loop: left → right → left.' },
      ...['pause', 'left', 'right', 'island'].map((id) => ({
        path: `steps.${steps.findIndex((step) => step.id === id)}`,
        message: `Step "${id}" cannot be reached from the first step.`,
      })),
    ]);
  });

  it('reports duplicate arms, an arm with a reserved name, and a step without arms', () => {
    const branch = (...ids: string[]): JourneyStep[] => [
      { id: 'fork', kind: 'branch', arms: ids.map((id) => arm(id, 'end')), else: 'end' },
      exit('end'),
    ];
    const messages = (...ids: string[]) => graphProblems(branch(...ids)).map(({ message }) => message);
    expect(messages('a', 'b')).toEqual([]);
    expect(messages('a', 'b', 'a')).toEqual(['Step "fork" has two arms with the id "a".']);
    expect(messages('else')).toEqual([
      'Step "fork" has an arm "else", but this name is reserved for the default path.',
    ]);
    expect(messages()).toEqual(['Step "fork" has no arms. Add at least one.']);
  });

  it('accepts only weights that sum to 1, except for rounding', () => {
    expect(graphProblems(split(0.1, 0.2, 0.7))).toEqual([]);
    expect(graphProblems(split(1 / 3, 1 / 3, 1 / 3))).toEqual([]);
    for (const last of [0.499, 0.501])
      expect(graphProblems(split(0.5, last))).toEqual([
        {
          path: 'steps.0.arms',
          message: `The weights of step "split" add up to ${0.5 + last}. They must add up to 1.`,
        },
      ]);
  });

  it('lists the steps of a loop in order, without those that lead to it', () => {
    expect(graphProblems([wait('in', 'a'), send('a', 'b'), wait('b', 'c'), wait('c', 'a')])).toEqual([
      { path: 'steps.3.next', message: 'The steps form a loop: a → b → c → a.' },
    ]);
  });

  it('reports a step that leads to itself', () => {
    expect(graphProblems([wait('loop', 'loop')])).toEqual([
      { path: 'steps.0.next', message: 'The steps form a loop: loop → loop.' },
    ]);
  });

  it('reports each of two loops once', () => {
    const messages = graphProblems([wait('a', 'a'), wait('b', 'c'), wait('c', 'b'), wait('d', 'c')]).map(
      ({ message }) => message,
    );
    expect(messages.filter((message) => message.includes('loop'))).toEqual([
      'The steps form a loop: a → a.',
      'The steps form a loop: b → c → b.',
    ]);
  });

  it('accepts a chain of 200 steps, and finds the loop if it is closed', () => {
    const chain = (last: JourneyStep): JourneyStep[] => [
      ...Array.from({ length: 199 }, (_, index) => wait(`s${index}`, `s${index + 1}`)),
      last,
    ];
    expect(graphProblems(chain(exit('s199')))).toEqual([]);
    const path = Array.from({ length: 200 }, (_, index) => `s${index}`).join(' → ');
    expect(graphProblems(chain(wait('s199', 's0')))).toEqual([
      { path: 'steps.199.next', message: `The steps form a loop: ${path} → s0.` },
    ]);
  });

  it('handles ids that are names of object properties', () => {
    expect(graphProblems([wait('constructor', '__proto__'), exit('__proto__')])).toEqual([]);
    expect(graphProblems([wait('a', 'constructor')])).toEqual([
      { path: 'steps.0.next', message: 'Step "a" leads to step "constructor", which does not exist.' },
    ]);
  });
});

const outcomes: Outcome[] = [
  { kind: 'sent' },
  { kind: 'skipped', reason: 'opt_out' },
  { kind: 'failed', reason: 'outcome_unknown' },
  { kind: 'elapsed' },
];

/** Steps `s0`… that mostly lead to the next step, and sometimes to any step, to themselves or to a missing step. */
const anyGraph = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.tuple(
    ...Array.from({ length: size }, (_, index) => {
      const onward = fc.oneof(
        { weight: 12, arbitrary: fc.constant(`s${index + 1}`) },
        { weight: 1, arbitrary: fc.nat(size).map((to) => `s${to}`) },
      );
      const middle = fc.oneof(
        onward.map((next) => send(`s${index}`, next)),
        onward.map((next) => send(`s${index}`, next, 'exit')),
        onward.map((next) => wait(`s${index}`, next)),
      );
      return fc.oneof(
        { weight: index === size - 1 ? 100 : 1, arbitrary: fc.constant(exit(`s${index}`)) },
        { weight: 12, arbitrary: middle },
      );
    }),
  ),
);

/** Independent check: all ids exist, all steps are reached, and repeatedly removing leaves removes all steps. */
function isSound(steps: readonly JourneyStep[]): boolean {
  const edges = new Map(steps.map((step) => [step.id, edgesOf(step).map(({ to }) => to)]));
  if (edges.size < steps.length) return false;
  const targets = [...edges.values()].flat();
  if (targets.some((to) => !edges.has(to))) return false;
  if (steps.slice(1).some(({ id }) => !targets.includes(id))) return false;
  const left = new Map(edges);
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const [id, next] of left) if (next.every((to) => !left.has(to))) left.delete(id);
  }
  return left.size === 0;
}

describe('a graph without problems', () => {
  it('ends every execution at an exit or a skip, whatever the outcomes', () => {
    let sound = 0;
    fc.assert(
      fc.property(anyGraph, fc.infiniteStream(fc.constantFrom(...outcomes)), (steps, happenings) => {
        if (graphProblems(steps).length > 0) return;
        sound += 1;
        const plan = planOf(steps);
        let position = begin(plan);
        for (let moves = 0; position.status === 'running'; moves += 1) {
          expect(moves).toBeLessThan(steps.length);
          const { value } = happenings.next();
          position = advance(plan, position.step.id, value);
        }
        const last = steps.find(({ id }) => id === position.stepId);
        expect(position.ending === 'exit' ? last?.kind : last).toEqual(
          position.ending === 'exit' ? 'exit' : expect.objectContaining({ kind: 'send', onSkip: 'exit' }),
        );
      }),
      { numRuns: 500 },
    );
    expect(sound).toBeGreaterThan(50);
  });

  it('has only existing ids, no unreachable steps and no loop', () => {
    const verdicts = { sound: 0, unsound: 0 };
    fc.assert(
      fc.property(anyGraph, (steps) => {
        verdicts[isSound(steps) ? 'sound' : 'unsound'] += 1;
        expect(graphProblems(steps).length === 0).toBe(isSound(steps));
      }),
      { numRuns: 500 },
    );
    expect(Math.min(verdicts.sound, verdicts.unsound)).toBeGreaterThan(50);
  });
});
