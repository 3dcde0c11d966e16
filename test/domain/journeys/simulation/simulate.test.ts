import { cohortOf } from '../../../../domain/journeys/holdout';
import { armOfSubject } from '../../../../domain/journeys/steps/experiment/arm-of-subject';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import type { SimulatedRun } from '../../../../domain/journeys/simulation/simulated-run';
import { simulate } from '../../../../domain/journeys/simulation/simulate';

const at = new Date('2026-03-02T12:00:00.000Z');
const end: JourneyStep = { id: 'end', kind: 'exit', reason: 'done' };
const send = (id: string, next: string, onSkip: 'continue' | 'exit' = 'continue'): JourneyStep => ({
  id,
  kind: 'send',
  communicationId: 'com_1',
  next,
  onSkip,
});
const message = { subject: 'S', html: 'H', text: 'T', warnings: ['No link.'] };

const definition = {
  audienceId: null,
  triggerContractId: null,
  goalEventName: null,
  goalEventWindowDays: 7,
  holdoutPercent: 0,
  reentry: 'after_exit' as const,
};

function run(steps: JourneyStep[], more: Partial<SimulatedRun> = {}, fields: object = {}): SimulatedRun {
  return {
    workspaceId: 'wsp_1',
    journeyId: 'jrn_1',
    definition: { ...definition, steps, ...fields },
    subject: { id: 'eus_1', isSynthetic: false, email: 'a@example.com', timezone: 'UTC', consent: true },
    facts: { attributes: { plan: 'pro' } },
    audience: null,
    hasEntered: false,
    isRunning: false,
    isSuppressed: false,
    sentAt: [],
    frequencyCap: { max: 3, days: 7 },
    quietHours: null,
    overrides: new Set(),
    at,
    earlierArms: new Map(),
    weights: new Map(),
    maskedAttributes: { plan: 'pro' },
    render: () => message,
    renderText: (source) => source,
    renderMasked: (source) => source,
    ...more,
  };
}

const subject = run([end]).subject;
const oneSend = [send('hello', 'end'), end];
const decisionsOf = (given: SimulatedRun) =>
  Object.fromEntries(simulate(given).decisions.map(({ check, outcome }) => [check, outcome]));

describe('decisions', () => {
  it('all pass for an eligible person', () => {
    const { eligible, decisions, sent } = simulate(run(oneSend));
    expect(decisions.map(({ check, outcome }) => `${check} ${outcome}`)).toEqual([
      'audience pass',
      'reentry pass',
      'opt_out pass',
      'suppression pass',
      'frequency_cap pass',
      'holdout pass',
      'quiet_hours pass',
    ]);
    expect([eligible, sent]).toEqual([true, 0]);
  });

  it.each<[string, Partial<SimulatedRun>, object]>([
    ['audience', { audience: { field: 'attributes.plan', operator: 'equals', value: 'free' } }, {}],
    ['reentry', { isRunning: true }, {}],
    ['reentry', { hasEntered: true }, { reentry: 'once' }],
    ['holdout', {}, { holdoutPercent: 100 }],
  ])('%s blocks, and no execution starts', (check, more, fields) => {
    const given = run(oneSend, more, fields);
    expect(decisionsOf(given)).toMatchObject({ [check]: 'block' });
    expect(simulate(given)).toMatchObject({ eligible: false, trace: [] });
  });

  it('other re-entry rules allow entering again', () => {
    expect(decisionsOf(run(oneSend, { isRunning: true, hasEntered: true }, { reentry: 'always' })).reentry).toBe(
      'pass',
    );
    expect(decisionsOf(run(oneSend, { hasEntered: true })).reentry).toBe('pass');
  });

  const threeSends = [1, 2, 3].map((day) => new Date(at.getTime() - day * 86_400_000));
  it.each<[string, Partial<SimulatedRun>]>([
    ['opt_out', { subject: { ...subject, consent: false } }],
    ['suppression', { isSuppressed: true }],
    ['frequency_cap', { sentAt: threeSends }],
  ])('%s blocks, and the execution skips its sends, unless it is overridden', (check, more) => {
    const blocked = run(oneSend, more);
    expect(decisionsOf(blocked)).toMatchObject({ [check]: 'block' });
    expect(simulate(blocked)).toMatchObject({
      eligible: false,
      trace: [{ stepId: 'hello', outcome: 'skipped', reason: check }, { stepId: 'end' }],
    });
    const overridden = { ...blocked, overrides: new Set([check]) as SimulatedRun['overrides'] };
    expect(decisionsOf(overridden)).toMatchObject({ [check]: 'overridden' });
    expect(simulate(overridden)).toMatchObject({ eligible: true, trace: [{ outcome: 'sent' }, { stepId: 'end' }] });
  });

  it('assigns the cohort of a real start, and no cohort to a synthetic subject', () => {
    const ids = Array.from({ length: 50 }, (_, index) => `eus_${index}`);
    for (const id of ids) {
      const real = cohortOf({ workspaceId: 'wsp_1', journeyId: 'jrn_1', endUserId: id }, 50);
      const { holdout } = decisionsOf(run(oneSend, { subject: { ...subject, id } }, { holdoutPercent: 50 }));
      expect(holdout).toBe(real === 'holdout' ? 'block' : 'pass');
    }
    const synthetic = { subject: { ...subject, isSynthetic: true } };
    for (const holdoutPercent of [0, 50, 99.996]) {
      expect(decisionsOf(run(oneSend, synthetic, { holdoutPercent })).holdout).toBe('pass');
    }
  });

  it('blocks a synthetic subject if all are held out, unless it is overridden', () => {
    const synthetic = { subject: { ...subject, isSynthetic: true } };
    const blocked = run(oneSend, synthetic, { holdoutPercent: 100 });
    expect(decisionsOf(blocked).holdout).toBe('block');
    expect(simulate(blocked)).toMatchObject({ eligible: false, trace: [] });
    const overridden = run(oneSend, { ...synthetic, overrides: new Set(['holdout']) }, { holdoutPercent: 100 });
    expect(decisionsOf(overridden).holdout).toBe('overridden');
    expect(simulate(overridden)).toMatchObject({ eligible: true, trace: [{ outcome: 'sent' }, { stepId: 'end' }] });
  });
});

describe('trace', () => {
  const trace = (given: SimulatedRun) => simulate(given).trace;

  it('follows sends and waits with their times', () => {
    const steps: JourneyStep[] = [
      send('hello', 'pause'),
      { id: 'pause', kind: 'wait', duration: 'P1D', next: 'again' },
      send('again', 'end'),
      end,
    ];
    expect(trace(run(steps))).toEqual([
      { stepId: 'hello', kind: 'send', at: at.toISOString(), outcome: 'sent', rendered: message },
      {
        stepId: 'pause',
        kind: 'wait',
        at: at.toISOString(),
        outcome: 'elapsed',
        resumesAt: '2026-03-03T12:00:00.000Z',
      },
      {
        stepId: 'again',
        kind: 'send',
        at: '2026-03-03T12:00:00.000Z',
        outcome: 'sent',
        rendered: message,
      },
      { stepId: 'end', kind: 'exit', at: '2026-03-03T12:00:00.000Z', outcome: 'exit', reason: 'done' },
    ]);
  });

  it('counts simulated messages toward the frequency cap, and ends where a skip ends the execution', () => {
    const steps = [send('one', 'two'), send('two', 'three', 'exit'), send('three', 'end'), end];
    expect(trace(run(steps, { frequencyCap: { max: 1, days: 7 } }))).toMatchObject([
      { stepId: 'one', outcome: 'sent' },
      { stepId: 'two', outcome: 'skipped', reason: 'frequency_cap' },
    ]);
  });

  it('postpones sends in quiet hours and continues afterwards', () => {
    const steps = [send('hello', 'end'), end];
    const quietHours = { start: '11:00', end: '14:30' };
    expect(trace(run(steps, { quietHours }))).toMatchObject([
      { stepId: 'hello', at: at.toISOString(), outcome: 'sent', resumesAt: '2026-03-02T14:30:00.000Z' },
      { stepId: 'end', at: '2026-03-02T14:30:00.000Z' },
    ]);
  });

  it('takes the first matching arm or the default path, and shows which arms match', () => {
    const branch = (value: string): JourneyStep[] => [
      {
        id: 'plan',
        kind: 'branch',
        arms: [
          { id: 'a', when: { field: 'attributes.plan', operator: 'equals', value }, next: 'end' },
          { id: 'b', when: { field: 'attributes.plan', operator: 'exists', value: true }, next: 'end' },
        ],
        else: 'end',
      },
      end,
    ];
    expect(trace(run(branch('free')))[0]).toMatchObject({
      armId: 'b',
      arms: [
        { armId: 'a', matched: false, taken: false },
        { armId: 'b', matched: true, taken: true },
        { armId: 'else', taken: false },
      ],
    });
    expect(trace(run(branch('pro')))[0]).toMatchObject({ armId: 'a' });
    expect(trace(run(branch('pro'), { facts: {} }))[0]).toMatchObject({ armId: 'else' });
  });

  const experiment: JourneyStep = {
    id: 'split',
    kind: 'experiment',
    allocation: 'fixed',
    arms: [
      { id: 'plain', weight: 0.5, next: 'end' },
      { id: 'bold', weight: 0.5, next: 'end' },
    ],
  };

  it('assigns experiment arms like a real execution', () => {
    for (let index = 0; index < 30; index += 1) {
      const id = `eus_${index}`;
      const real = armOfSubject({ journeyId: 'jrn_1', stepId: 'split', endUserId: id }, experiment.arms);
      expect(trace(run([experiment, end], { subject: { ...subject, id } }))[0]).toMatchObject({ armId: real });
    }
    const dealt = (more: Partial<SimulatedRun>) => trace(run([experiment, end], more))[0]!.armId;
    expect(['plain', 'bold'].map((arm) => dealt({ earlierArms: new Map([['split', arm]]) }))).toEqual([
      'plain',
      'bold',
    ]);
    const only = (arm: string) => new Map([['split', { plain: 0, bold: 0, [arm]: 1 }]]);
    expect(['plain', 'bold'].map((arm) => dealt({ weights: only(arm) }))).toEqual(['plain', 'bold']);
  });

  it('shows both paths of a wait for an event, takes the timeout and calls no webhook', () => {
    const steps: JourneyStep[] = [
      {
        id: 'reply',
        kind: 'wait',
        next: 'end',
        untilEvent: { eventName: 'replied', timeout: 'PT2H', timeoutNext: 'call' },
      },
      { id: 'call', kind: 'webhook', url: 'https://example.com', method: 'POST', timeoutSeconds: 10, next: 'end' },
      end,
    ];
    expect(trace(run(steps))).toMatchObject([
      {
        stepId: 'reply',
        resumesAt: '2026-03-02T14:00:00.000Z',
        armId: 'timeout',
        arms: [
          { armId: 'event', next: 'end', taken: false },
          { armId: 'timeout', next: 'call', taken: true },
        ],
      },
      { stepId: 'call', outcome: 'delivered' },
      { stepId: 'end' },
    ]);
  });

  it('reports a message that cannot be rendered, and a missing recipient', () => {
    expect(trace(run(oneSend, { render: () => null }))[0]).toMatchObject({
      outcome: 'failed',
      reason: 'template_error',
    });
    const withoutEmail = { subject: { ...subject, email: null } };
    expect(trace(run(oneSend, withoutEmail))[0]).toMatchObject({ outcome: 'skipped', reason: 'no_email' });
  });
});
