import type { JourneyStep } from '../../domain/journeys/schemas';
import { isDecided } from '../../domain/journeys/steps/registry';
import {
  createCommunication,
  createSubject,
  executionsOf,
  publishJourney,
  trackEvent,
  uniqueName,
} from '../support/journeys';
import { recountImpact } from '../support/recount-journey';
import { readStepExamples } from '../support/step-examples';
import { timerEndMs } from '../support/temporal-history';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** Every kind of step, on a real Temporal server. */

const world = useWorld();

beforeAll(() => world.startWorker({ OUTBOX_POLL_MS: '100' }));

const exit = (id: string) => ({ id, kind: 'exit', reason: id });

async function ended(journeyId: string, count = 1) {
  return waitFor(
    async () => {
      const executions = await executionsOf(world, journeyId);
      return executions.filter(({ status }) => status !== 'RUNNING').length === count ? executions : null;
    },
    { what: `${count} ended executions` },
  );
}

const standsAt = (journeyId: string, stepId: string) =>
  waitFor(
    async () => {
      const [execution] = await executionsOf(world, journeyId);
      if (execution?.['currentStepId'] !== stepId) return null;
      const [row] = await world
        .database('execution_steps')
        .where({ execution_id: execution['executionArn']!.split('/').at(-1), step_id: stepId });
      return row;
    },
    { what: `a run at ${stepId}` },
  );

describe('branch', () => {
  const branch = [
    {
      id: 'which',
      kind: 'branch',
      arms: [
        { id: 'pro', when: { field: 'attributes.plan', operator: 'equals', value: 'pro' }, next: 'for-pro' },
        { id: 'big', when: { field: 'event.data.seats', operator: 'at_least', value: 10 }, next: 'for-big' },
        { id: 'busy', when: { event: 'login', within: 'P7D', atLeast: 2 }, next: 'for-busy' },
      ],
      else: 'for-others',
    },
    ...['for-pro', 'for-big', 'for-busy', 'for-others'].map(exit),
  ];

  it('takes the first matching arm: by attributes, the event, or the subject’s past', async () => {
    const journey = await publishJourney(world, branch);
    const [pro, big, busy, other] = await Promise.all([
      createSubject(world, { plan: 'pro' }),
      createSubject(world),
      createSubject(world),
      createSubject(world),
    ]);
    for (let times = 0; times < 2; times += 1) await trackEvent(world, 'login', busy.visitorId);
    await trackEvent(world, 'login', other.visitorId);
    for (const { visitorId } of [pro, big])
      await trackEvent(world, journey.eventName, visitorId, { data: { seats: 12 } });
    for (const { visitorId } of [busy, other]) await trackEvent(world, journey.eventName, visitorId);
    const executions = await ended(journey.id, 4);
    const reasons = Object.fromEntries(executions.map(({ endUserId, exitReason }) => [endUserId, exitReason]));
    expect(reasons).toEqual({
      [pro.id]: 'for-pro',
      [big.id]: 'for-big',
      [busy.id]: 'for-busy',
      [other.id]: 'for-others',
    });
    const arms = await world
      .database('journey_arm_subjects')
      .where({ journey_id: journey.id })
      .select('arm_id', 'end_user_id');
    expect(arms.map(({ arm_id, end_user_id }) => [arm_id, end_user_id]).sort()).toEqual(
      [
        ['pro', pro.id],
        ['big', big.id],
        ['busy', busy.id],
        ['else', other.id],
      ].sort(),
    );
  });
});

describe('steps that change only the database', () => {
  it('are performed as in the examples of docs/JOURNEYS.md', async () => {
    const examples = readStepExamples(await createCommunication(world, 'Welcome'));
    const decided = examples.filter(({ steps: [step] }) => isDecided(step as JourneyStep));
    expect(decided.map(({ title }) => title)).toEqual(expect.arrayContaining(['branch', 'experiment']));
    for (const { title, steps } of decided) {
      const journey = await publishJourney(world, steps);
      const { visitorId } = await createSubject(world);
      await trackEvent(world, journey.eventName, visitorId, { data: { plan: 'free' } });
      const [execution] = await ended(journey.id);
      const executionId = execution!['executionArn']!.split('/').at(-1);
      const step = await world
        .database('execution_steps')
        .where({ execution_id: executionId, step_id: steps[0].id })
        .first('kind', 'status');
      expect([title, execution!['status'], step]).toEqual([
        title,
        'COMPLETED',
        { kind: steps[0].kind, status: 'executed' },
      ]);
    }
  });
});

describe('experiment', () => {
  it('sends each subject along one arm, by weight, and along the same arm again', async () => {
    const journey = await publishJourney(
      world,
      [
        {
          id: 'split',
          kind: 'experiment',
          arms: [
            { id: 'control', weight: 0.5, next: 'a' },
            { id: 'bold', weight: 0.5, next: 'b' },
          ],
        },
        exit('a'),
        exit('b'),
      ],
      { reentry: 'always' },
    );
    const subjects = await Promise.all(Array.from({ length: 24 }, () => createSubject(world)));
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(subjects.map(({ visitorId }) => trackEvent(world, journey.eventName, visitorId)));
    }
    const executions = await ended(journey.id, 48);
    const waysOf = new Map<string, Set<string>>();
    for (const { endUserId, exitReason } of executions) {
      waysOf.set(endUserId!, (waysOf.get(endUserId!) ?? new Set()).add(exitReason!));
    }
    expect([...waysOf.values()].every((ways) => ways.size === 1)).toBe(true);
    expect(new Set([...waysOf.values()].flatMap((ways) => [...ways]))).toEqual(new Set(['a', 'b']));
    expect(await world.database('journey_arm_subjects').where({ journey_id: journey.id })).toHaveLength(24);
  });
});

describe('wait until an event', () => {
  const waiting = (timeout: string) => [
    {
      id: 'pay',
      kind: 'wait',
      untilEvent: {
        eventName: 'paid',
        where: { field: 'event.data.amount', operator: 'greater_than', value: 5 },
        timeout,
        timeoutNext: 'late',
      },
      next: 'thanks',
    },
    exit('thanks'),
    exit('late'),
  ];

  it('continues on a matching event, and ignores others', async () => {
    const subject = await createSubject(world);
    const journey = await publishJourney(world, waiting('PT1H'));
    await trackEvent(world, 'paid', subject.visitorId, { data: { amount: 100 } });
    await trackEvent(world, journey.eventName, subject.visitorId);
    const step = await standsAt(journey.id, 'pay');
    expect(step.awaits_event).toBe('paid');
    await trackEvent(world, 'paid', subject.visitorId, { data: { amount: 1 } });
    await trackEvent(world, 'paid', (await createSubject(world)).visitorId, { data: { amount: 100 } });
    expect((await executionsOf(world, journey.id))[0]).toMatchObject({ status: 'RUNNING' });
    await trackEvent(world, 'paid', subject.visitorId, { data: { amount: 9 } });
    expect((await ended(journey.id))[0]).toMatchObject({ status: 'COMPLETED', exitReason: 'thanks' });
  });

  it('takes the other path at the timeout', async () => {
    const subject = await createSubject(world);
    const journey = await publishJourney(world, waiting('PT1S'));
    await trackEvent(world, journey.eventName, subject.visitorId);
    expect((await ended(journey.id))[0]).toMatchObject({ status: 'COMPLETED', exitReason: 'late' });
    await trackEvent(world, 'paid', subject.visitorId, { data: { amount: 9 } });
    const rows = await world
      .database('execution_steps as s')
      .join('executions as e', 'e.id', 's.execution_id')
      .where({ journey_id: journey.id, step_id: 'pay' })
      .select('s.status');
    expect(rows).toHaveLength(1);
    expect(rows.filter(({ status }) => status === 'waiting')).toEqual([]);
  });

  it('takes exactly one path for events at the deadline', async () => {
    const journey = await publishJourney(world, waiting('PT2S'));
    const subjects = await Promise.all(Array.from({ length: 12 }, () => createSubject(world)));
    for (const { visitorId } of subjects) await trackEvent(world, journey.eventName, visitorId);
    const isRunning = async () => (await executionsOf(world, journey.id)).some(({ status }) => status === 'RUNNING');
    await waitFor(async () => (await executionsOf(world, journey.id)).length === subjects.length);
    // Send events until after the deadline of each execution.
    while (await isRunning()) {
      await Promise.all(subjects.map(({ visitorId }) => trackEvent(world, 'paid', visitorId, { data: { amount: 1 } })));
      const due = subjects.filter(() => Math.random() < 0.1);
      for (const { visitorId } of due) await trackEvent(world, 'paid', visitorId, { data: { amount: 9 } });
    }
    const executions = await ended(journey.id, 12);
    for (const { exitReason, executionArn } of executions) {
      const steps = await world.database('execution_steps').where({ execution_id: executionArn!.split('/').at(-1) });
      const [wait] = steps.filter(({ step_id }) => step_id === 'pay');
      expect(exitReason).toBe(wait.heard_event_id === null ? 'late' : 'thanks');
      expect(steps).toHaveLength(2);
    }
  });
});

describe('wait until a time', () => {
  it('skips an instant in the past, and reports the next occurrence of a time of day', async () => {
    const subject = await createSubject(world);
    const journey = await publishJourney(world, [
      { id: 'past', kind: 'wait', until: '2020-01-01T00:00:00Z', next: 'morning' },
      { id: 'morning', kind: 'wait', untilTime: { time: '09:00', weekdays: [1], timezone: 'Asia/Tokyo' }, next: 'end' },
      exit('end'),
    ]);
    await trackEvent(world, journey.eventName, subject.visitorId);
    const { resumes_at: at } = await standsAt(journey.id, 'morning');
    expect(at.getTime()).toBeGreaterThan(Date.now());
    const there = new Date(at.getTime() + 9 * 3_600_000);
    expect([there.getUTCDay(), there.getUTCHours(), there.getUTCMinutes()]).toEqual([1, 9, 0]);
  });
});

describe('goal', () => {
  it('ends the waiting execution, converts the subject and the arm, and later events do not count', async () => {
    const subject = await createSubject(world);
    const goalEventName = uniqueName('goal');
    const journey = await publishJourney(
      world,
      [
        {
          id: 'split',
          kind: 'experiment',
          arms: [{ id: 'only', weight: 1, next: 'wait' }],
        },
        { id: 'wait', kind: 'wait', duration: 'PT1H', next: 'end' },
        exit('end'),
      ],
      { goalEventName, goalEventWindowDays: 3 },
    );
    await trackEvent(world, journey.eventName, subject.visitorId);
    await standsAt(journey.id, 'wait');
    const messageId = uniqueName('m');
    for (let times = 0; times < 5; times += 1) await trackEvent(world, goalEventName, subject.visitorId, { messageId });
    const [execution] = await ended(journey.id);
    expect(execution).toMatchObject({ status: 'COMPLETED', exitReason: 'goal', currentStepId: 'wait' });
    const [counted] = await world.database('journey_subjects').where({ journey_id: journey.id });
    expect(counted).toMatchObject({ cohort: 'exposed', converted_at: expect.any(Date) });
    expect(await world.database('journey_arm_subjects').where({ journey_id: journey.id })).toMatchObject([
      { arm_id: 'only', converted_at: expect.any(Date) },
    ]);
    await trackEvent(world, goalEventName, subject.visitorId);
    const [again] = await world.database('journey_subjects').where({ journey_id: journey.id });
    expect(again.converted_at).toEqual(counted.converted_at);
  });

  it('counts if it arrives in the same request as the trigger event', async () => {
    const subject = await createSubject(world);
    const goalEventName = uniqueName('goal');
    const journey = await publishJourney(
      world,
      [{ id: 'wait', kind: 'wait', duration: 'PT1H', next: 'end' }, exit('end')],
      { goalEventName },
    );
    const now = Date.now();
    const event = (type: string, secondsAgo: number) => ({
      type,
      url: 'https://x.example/',
      timestamp: new Date(now - secondsAgo * 1_000).toISOString(),
    });
    await world.api.post('/api/events', {
      workspaceKey: world.demo.workspaceKey,
      visitorId: subject.visitorId,
      events: [event(goalEventName, 30), event(journey.eventName, 20), event(goalEventName, 10)],
    });
    expect((await ended(journey.id))[0]).toMatchObject({ status: 'COMPLETED', exitReason: 'goal' });
    const [counted] = await world.database('journey_subjects').where({ journey_id: journey.id });
    expect(counted.converted_at.getTime() - counted.first_entered_at.getTime()).toBe(10_000);
    expect((await world.api.get(`/api/journeys/${journey.id}/calibrated-impact`)).body).toEqual(
      await recountImpact(world.database, world.demo.workspaceId, journey.id),
    );
  });

  it('counts for the holdout, and within the window after the execution has ended', async () => {
    const goalEventName = uniqueName('goal');
    const heldOut = await publishJourney(world, [exit('end')], { goalEventName, holdoutPercent: 100 });
    const exposed = await publishJourney(world, [exit('end')], { goalEventName });
    const subject = await createSubject(world);
    for (const { eventName } of [heldOut, exposed]) await trackEvent(world, eventName, subject.visitorId);
    await ended(exposed.id);
    const delayed = new Date(Date.now() - 8 * 86_400_000);
    await world
      .database('journey_subjects')
      .where({ journey_id: exposed.id })
      .update({ first_entered_at: delayed, goal_until: new Date(delayed.getTime() + 7 * 86_400_000) });
    await trackEvent(world, goalEventName, subject.visitorId);
    const rows = await world.database('journey_subjects').where({ end_user_id: subject.id });
    const converted = Object.fromEntries(rows.map((row) => [row.journey_id, row.converted_at !== null]));
    expect(converted).toEqual({ [heldOut.id]: true, [exposed.id]: false });
    expect(await executionsOf(world, heldOut.id)).toEqual([]);
  });
});

describe('eligibility at the send', () => {
  const sending = async () => {
    const communicationId = await createCommunication(world, uniqueName('subject'));
    return [{ id: 'mail', kind: 'send', communicationId, next: 'end' }, exit('end')];
  };
  const reasonOf = async (journeyId: string) => {
    const [execution] = await ended(journeyId);
    const id = execution!['executionArn']!.split('/').at(-1);
    const [step] = await world.database('execution_steps').where({ execution_id: id, step_id: 'mail' });
    return [step.status, step.reason];
  };

  it('skips a suppressed address', async () => {
    const subject = await createSubject(world);
    await world.database('suppressions').insert({
      workspace_id: world.demo.workspaceId,
      id: uniqueName('sup'),
      email: subject.email,
      reason: 'manual',
      origin: 'test',
    });
    const journey = await publishJourney(world, await sending());
    await trackEvent(world, journey.eventName, subject.visitorId);
    expect(await reasonOf(journey.id)).toEqual(['skipped', 'suppression']);
  });

  it('never exceeds the frequency cap, however many journeys run at the same time', async () => {
    await world.api.patch('/api/workspace', { frequencyCap: { max: 2, days: 7 } });
    try {
      const subject = await createSubject(world);
      const journeys = await Promise.all(Array.from({ length: 6 }, async () => publishJourney(world, await sending())));
      await world.api.post('/api/events', {
        workspaceKey: world.demo.workspaceKey,
        visitorId: subject.visitorId,
        events: journeys.map(({ eventName }) => ({ type: eventName, url: 'https://x.example/' })),
      });
      const reasons = await Promise.all(journeys.map(({ id }) => reasonOf(id)));
      expect(reasons.filter(([status]) => status === 'executed')).toHaveLength(2);
      expect(reasons.filter(([, reason]) => reason === 'frequency_cap')).toHaveLength(4);
    } finally {
      await world.api.patch('/api/workspace', { frequencyCap: { max: 3, days: 7 } });
    }
  });

  it('delays a message until quiet hours are over', async () => {
    const subject = await createSubject(world);
    const minute = 60_000;
    // Starts at a whole minute, as quiet hours end at one. Long enough for a busy machine.
    const nowMs = Math.floor(Date.now() / minute) * minute;
    const clock = (minutes: number): string => new Date(nowMs + minutes * minute).toISOString().slice(11, 16);
    await world.api.patch('/api/workspace', { quietHours: { start: clock(-60), end: clock(60) } });
    const journey = await publishJourney(world, await sending());
    try {
      await trackEvent(world, journey.eventName, subject.visitorId);
      const [execution] = await waitFor(async () => {
        const executions = await executionsOf(world, journey.id);
        return executions.length > 0 ? executions : null;
      });
      const firesAtMs = await waitFor(
        async () => timerEndMs(await world.temporal.workflow.getHandle(execution!['workflowId']!).fetchHistory()),
        { what: 'the timer' },
      );
      expect(firesAtMs).toBe(nowMs + 60 * minute);
      expect((await executionsOf(world, journey.id))[0]).toMatchObject({ status: 'RUNNING', currentStepId: 'mail' });
      expect(await world.database('sends').where({ end_user_id: subject.id })).toEqual([]);
    } finally {
      await world.api.patch('/api/workspace', { quietHours: null });
    }
  });
});

test('archiving ends running executions as CANCELED, also in Temporal, and later events start none', async () => {
  const subject = await createSubject(world);
  const journey = await publishJourney(world, [
    { id: 'wait', kind: 'wait', duration: 'P1D', next: 'end' },
    exit('end'),
  ]);
  await trackEvent(world, journey.eventName, subject.visitorId);
  await standsAt(journey.id, 'wait');
  const [waiting] = await executionsOf(world, journey.id);
  // An execution whose workflow has not arrived at the wait would end there without being canceled in Temporal.
  await waitFor(
    async () => timerEndMs(await world.temporal.workflow.getHandle(waiting!['workflowId']!).fetchHistory()),
    { what: 'the timer' },
  );
  expect((await world.api.post(`/api/journeys/${journey.id}/archive`)).body).toMatchObject({ status: 'archived' });
  const [execution] = await ended(journey.id);
  expect(execution).toMatchObject({ status: 'CANCELED', exitReason: 'archived' });
  await waitFor(async () => {
    const { status } = await world.temporal.workflow.getHandle(execution!['workflowId']!).describe();
    return status.name === 'CANCELLED';
  });
  await trackEvent(world, journey.eventName, subject.visitorId);
  expect(await executionsOf(world, journey.id)).toHaveLength(1);
});
