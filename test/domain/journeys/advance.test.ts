import { advance, arriveAt, begin } from '../../../domain/journeys/advance';
import type { Outcome } from '../../../domain/journeys/plan';
import { planOf } from '../../../domain/journeys/steps/registry';
import type { JourneyStep } from '../../../domain/journeys/schemas';
import { exit, send, wait } from './steps';

const plan = planOf([send('hello', 'pause'), wait('pause', 'last'), send('last', 'done', 'exit'), exit('done')]);

const sent: Outcome = { kind: 'sent' };
const skipped: Outcome = { kind: 'skipped', reason: 'opt_out' };
const failed: Outcome = { kind: 'failed', reason: 'outcome_unknown' };
const elapsed: Outcome = { kind: 'elapsed' };

describe('planOf', () => {
  it('keeps the structure and omits names, content and reasons', () => {
    const steps = [
      { ...send('a', 'b', 'exit'), name: 'Dear Jane' },
      { ...wait('b', 'c', 'PT1H'), name: 'A while' },
      { ...exit('c'), name: 'The end', reason: 'finished' },
    ];
    expect(planOf(steps)).toEqual([
      { id: 'a', kind: 'send', next: 'b', onSkip: 'exit' },
      { id: 'b', kind: 'wait', next: 'c', duration: 'PT1H' },
      { id: 'c', kind: 'exit' },
    ]);
  });
});

describe('begin', () => {
  it('starts at the first step', () => {
    expect(begin(plan)).toEqual({
      status: 'running',
      step: { id: 'hello', kind: 'send', next: 'pause', onSkip: 'continue' },
    });
  });

  it('ends if the first step is an exit', () => {
    expect(begin(planOf([exit('done')]))).toEqual({ status: 'ended', stepId: 'done', ending: 'exit' });
  });

  it('rejects a plan without steps', () => {
    expect(() => begin([])).toThrow(new RangeError('The plan has no steps.'));
  });
});

describe('arriveAt', () => {
  it('arrives at a step in the middle', () => {
    expect(arriveAt(plan, 'pause')).toEqual({
      status: 'running',
      step: { id: 'pause', kind: 'wait', next: 'last', duration: 'P1D' },
    });
  });

  it('rejects a step that is not in the plan', () => {
    expect(() => arriveAt(plan, 'gone')).toThrow(new RangeError('The plan has no step "gone".'));
  });
});

describe('advance', () => {
  it.each([
    ['hello', sent, 'pause'],
    ['hello', skipped, 'pause'],
    ['hello', failed, 'pause'],
    ['pause', elapsed, 'last'],
  ])('moves from %s after %j to %s', (stepId, outcome, next) => {
    expect(advance(plan, stepId, outcome)).toMatchObject({ status: 'running', step: { id: next } });
  });

  it('ends at an exit step', () => {
    expect(advance(plan, 'last', sent)).toEqual({ status: 'ended', stepId: 'done', ending: 'exit' });
  });

  it('ends at a skipped send with onSkip: exit', () => {
    expect(advance(plan, 'last', skipped)).toEqual({ status: 'ended', stepId: 'last', ending: 'skipped' });
  });

  it('continues after a failed send, even with onSkip: exit', () => {
    expect(advance(plan, 'last', failed)).toEqual({ status: 'ended', stepId: 'done', ending: 'exit' });
  });

  it('rejects moving on from an exit step', () => {
    expect(() => advance(plan, 'done', elapsed)).toThrow(new RangeError('Nothing follows the exit step "done".'));
  });

  it('rejects a step, or a next step, that is not in the plan', () => {
    expect(() => advance(plan, 'gone', sent)).toThrow(new RangeError('The plan has no step "gone".'));
    expect(() => advance(planOf([wait('a', 'gone')]), 'a', elapsed)).toThrow(
      new RangeError('The plan has no step "gone".'),
    );
  });

  it('follows a whole plan', () => {
    const visited: string[] = [];
    let position = begin(plan);
    while (position.status === 'running') {
      visited.push(position.step.id);
      position = advance(plan, position.step.id, position.step.kind === 'wait' ? elapsed : sent);
    }
    expect(visited).toEqual(['hello', 'pause', 'last']);
    expect(position.stepId).toBe('done');
  });

  it.each([
    [{ kind: 'delivered' }, 'done'],
    [failed, 'late'],
  ] as [Outcome, string][])('moves from a webhook after %j to %s', (outcome, next) => {
    const webhook = { id: 'call', kind: 'webhook', url: 'https://crm.example.com', next: 'done', onFailure: 'late' };
    const called = planOf([webhook as JourneyStep, exit('done'), exit('late')]);
    expect(advance(called, 'call', outcome)).toEqual({ status: 'ended', stepId: next, ending: 'exit' });
  });

  it.each([
    [{ failOnError: true }, { status: 'ended', stepId: 'call', ending: 'failed' }],
    [{ failOnError: false }, { status: 'ended', stepId: 'done', ending: 'exit' }],
    [
      { failOnError: true, onFailure: 'late' },
      { status: 'ended', stepId: 'late', ending: 'exit' },
    ],
  ])('moves from a failed webhook with %j to %j', (fields, position) => {
    const webhook = { id: 'call', kind: 'webhook', url: 'https://crm.example.com', next: 'done', ...fields };
    const called = planOf([webhook as JourneyStep, exit('done'), exit('late')]);
    expect(advance(called, 'call', failed)).toEqual(position);
    expect(advance(called, 'call', { kind: 'delivered' })).toMatchObject({ stepId: 'done' });
  });

  it('takes the selected arm of a branch or its default path, and rejects an unknown arm', () => {
    const arms = [{ id: 'paid', when: { all: [] }, next: 'done' }];
    const forked = planOf([{ id: 'fork', kind: 'branch', arms, else: 'late' }, exit('done'), exit('late')]);
    const take = (armId: string) => advance(forked, 'fork', { kind: 'arm', armId });
    expect([take('paid'), take('else')].map((position) => position.status === 'ended' && position.stepId)).toEqual([
      'done',
      'late',
    ]);
    expect(() => take('gone')).toThrow(new RangeError('Step "fork" has no arm "gone".'));
    expect(() => advance(forked, 'fork', sent)).toThrow(RangeError);
  });
});
