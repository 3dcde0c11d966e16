import type { z } from 'zod';
import { foldStepChanges } from '../../../db/journeys/step-totals';
import { countSubjectsByDay } from '../../../db/reports/calibrated-impact';
import type { stepStats } from '../../../domain/journeys/reports/schemas';
import {
  publishNextVersion,
  storeArmSubjects,
  storeRuns,
  storeSteps,
  storeSubjects,
  type JourneyName,
  type RunRow,
  type StepRow,
  type SubjectRow,
} from '../../support/journey-rows';
import { createCommunication, publishJourney, uniqueName } from '../../support/journeys';
import { recountSteps } from '../../support/recount-journey';
import { seededRandom } from '../../support/seeded-random';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });
let communicationId: string;

beforeAll(async () => {
  communicationId = await createCommunication(world, 'Reported');
});

type StepStats = z.infer<typeof stepStats>;
const outcomes = ['executed', 'skipped', 'failed', 'waiting'] as const;
const noSkips = { opt_out: 0, suppression: 0, frequency_cap: 0, no_email: 0, erased: 0 };
const none = {
  executed: 0,
  skipped: 0,
  failed: 0,
  waiting: 0,
  skippedByReason: noSkips,
  deferredByReason: { quiet_hours: 0 },
};

const branch = (id: string, armIds: string[]) => ({
  id,
  kind: 'branch',
  arms: armIds.map((armId) => ({ id: armId, when: { field: 'email', operator: 'exists', value: true }, next: 'end' })),
  else: 'end',
});
const end = { id: 'end', kind: 'exit' };

async function publish(steps: unknown[], fields: object = {}): Promise<JourneyName> {
  const { id: journeyId } = await publishJourney(world, steps, { ...fields });
  return { workspaceId: world.demo.workspaceId, journeyId };
}

const report = async ({ journeyId }: JourneyName, name: string) => {
  const { status, body } = await world.api.get(`/api/journeys/${journeyId}/${name}`);
  expect(status).toBe(200);
  return body;
};

describe('step-stats', () => {
  const hello = () => ({ id: 'hello', kind: 'send', communicationId, next: 'pause' });
  const pause = { id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' };

  /** Creates executions at every step, with every outcome, in two versions. */
  function someRuns(count: number) {
    const random = seededRandom(7);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
    const runs: RunRow[] = [];
    const steps: StepRow[] = [];
    for (let index = 0; index < count; index += 1) {
      const id = uniqueName('exe');
      const status = pick(['RUNNING', 'COMPLETED', 'COMPLETED', 'CANCELED', 'FAILED', 'TERMINATED']);
      const send = pick([
        { status: 'executed' },
        { status: 'failed', reason: 'rejected' },
        ...['opt_out', 'suppression', 'frequency_cap', 'no_email', 'erased'].map((reason) => ({
          status: 'skipped',
          reason,
        })),
      ] as Pick<StepRow, 'status' | 'reason'>[]);
      const sendStepId = pick(['hello', 'welcome']);
      steps.push({ runId: id, stepId: sendStepId, kind: 'send', ...send });
      const isDone = status === 'COMPLETED';
      steps.push({ runId: id, stepId: 'pause', kind: 'wait', status: isDone ? 'executed' : 'waiting' });
      if (isDone) steps.push({ runId: id, stepId: 'end', kind: 'exit', status: 'executed' });
      const version = sendStepId === 'hello' ? 2 : 1;
      runs.push({ id, endUserId: `eus_${index}`, status, version, currentStepId: isDone ? 'end' : 'pause' });
    }
    return { runs, steps };
  }

  test('list the steps of the latest version with zeros before the first execution', async () => {
    const journey = await publish([hello(), pause, end]);
    expect(await report(journey, 'step-stats')).toEqual([
      { stepId: 'hello', kind: 'send', ...none },
      { stepId: 'pause', kind: 'wait', ...none },
      { stepId: 'end', kind: 'exit', ...none },
    ]);
  });

  test('are empty for a draft', async () => {
    const { body } = await world.api.post('/api/journeys', { name: 'Draft' });
    const journey = { workspaceId: world.demo.workspaceId, journeyId: body.id };
    expect(await report(journey, 'step-stats')).toEqual([]);
    expect(await report(journey, 'branch-performance')).toEqual([]);
  });

  test('match a recount of the raw rows of this journey over all versions', async () => {
    const other = await publish([hello(), pause, end]);
    const journey = await publish([{ ...hello(), id: 'welcome' }, { ...pause, id: 'pause' }, end]);
    await publishNextVersion(world, journey.journeyId, { steps: [hello(), pause, end] });
    for (const [name, count] of [
      [other, 50],
      [journey, 400],
    ] as const) {
      const { runs, steps } = someRuns(count);
      const version = name === other ? { version: 1 } : {};
      const rows = runs.map((run) => ({ ...run, ...version }));
      await storeRuns(world.database, name, rows);
      await storeSteps(world.database, name.workspaceId, steps);
    }
    const recounted = await recountSteps(world.database, journey.workspaceId, journey.journeyId);
    const stats = (await report(journey, 'step-stats')) as StepStats[];
    expect(stats.map(({ stepId, kind }) => [stepId, kind])).toEqual([
      ['hello', 'send'],
      ['pause', 'wait'],
      ['end', 'exit'],
      ['welcome', 'send'],
    ]);
    for (const { stepId, executed, skipped, failed, waiting, skippedByReason } of stats) {
      const expected = (what: string): number => recounted[stepId]?.[what] ?? 0;
      expect({ stepId, executed, skipped, failed, waiting, skippedByReason }).toEqual({
        stepId,
        executed: expected('executed'),
        skipped: expected('skipped'),
        failed: expected('failed'),
        waiting: expected('waiting'),
        skippedByReason: Object.fromEntries(
          Object.keys(noSkips).map((reason) => [reason, expected(`skipped: ${reason}`)]),
        ),
      });
    }
    const sumOf = (what: (typeof outcomes)[number]): number => stats.reduce((sum, step) => sum + step[what], 0);
    expect(Math.min(...outcomes.map(sumOf))).toBeGreaterThan(10);
  });

  test('of one version cover its own steps and executions, before and after aggregation', async () => {
    const journey = await publish([{ ...hello(), id: 'welcome' }, pause, end]);
    await publishNextVersion(world, journey.journeyId, { steps: [hello(), pause, end] });
    const { runs, steps } = someRuns(200);
    await storeRuns(world.database, journey, runs);
    await storeSteps(world.database, journey.workspaceId, steps);
    const whole = (await report(journey, 'step-stats')) as StepStats[];
    const compare = async (): Promise<void> => {
      const [first, second] = [
        await report(journey, 'step-stats?version=1'),
        await report(journey, 'step-stats?version=2'),
      ];
      expect([first, second].map((stats: StepStats[]) => stats.map(({ stepId }) => stepId))).toEqual([
        ['welcome', 'pause', 'end'],
        ['hello', 'pause', 'end'],
      ]);
      for (const what of outcomes) {
        const sum = (stats: StepStats[]): number => stats.reduce((total, step) => total + step[what], 0);
        expect(sum(first) + sum(second)).toBe(sum(whole));
        expect(sum(first)).toBeGreaterThan(0);
      }
    };
    await compare();
    while ((await foldStepChanges(world.database, 1_000)) > 0);
    await compare();
    const missing = await world.api.get(`/api/journeys/${journey.journeyId}/step-stats?version=3`);
    expect(missing.status).toBe(404);
    expect((await world.api.get(`/api/journeys/${journey.journeyId}/step-stats?version=0`)).status).toBe(400);
  });

  test('count waiting executions by their current step, even if the step has no row yet', async () => {
    const journey = await publish([hello(), pause, end]);
    await storeRuns(world.database, journey, [
      { id: uniqueName('exe'), endUserId: 'eus_1', status: 'RUNNING', currentStepId: 'hello' },
      { id: uniqueName('exe'), endUserId: 'eus_2', status: 'CANCELED', currentStepId: 'hello' },
    ]);
    expect((await report(journey, 'step-stats'))[0]).toEqual({ stepId: 'hello', kind: 'send', ...none, waiting: 1 });
  });
});

describe('branch-performance', () => {
  test('shows every arm of the latest version, with else last, and no other kinds of steps', async () => {
    const journey = await publish([
      {
        id: 'split',
        kind: 'experiment',
        arms: [
          { id: 'plain', weight: 0.5, next: 'where' },
          { id: 'bold', weight: 0.5, next: 'where' },
        ],
      },
      branch('where', ['berlin', 'paris']),
      end,
    ]);
    const arm = (armId: string) => ({ armId, subjectsReached: 0, goalEvents: 0, rate: null, coldStart: true });
    expect(await report(journey, 'branch-performance')).toEqual([
      { stepId: 'split', arms: [arm('plain'), arm('bold')] },
      { stepId: 'where', arms: [arm('berlin'), arm('paris'), arm('else')] },
    ]);
  });

  test('has an interval from 200 subjects, not at 199', async () => {
    const journey = await publish([branch('where', ['cold', 'warm']), end]);
    const store = (armId: string, to: number, converted: number) =>
      storeArmSubjects(world.database, journey, { stepId: 'where', armId, to, converted });
    await store('cold', 199, 10);
    await store('warm', 200, 10);
    await store('else', 1, 1);
    const [{ arms }] = await report(journey, 'branch-performance');
    expect(arms).toEqual([
      { armId: 'cold', subjectsReached: 199, goalEvents: 10, rate: 10 / 199, coldStart: true },
      {
        armId: 'warm',
        subjectsReached: 200,
        goalEvents: 10,
        rate: 0.05,
        credibleInterval95: [expect.closeTo(0.027632482224771025, 10), expect.closeTo(0.08958914417324616, 10)],
      },
      { armId: 'else', subjectsReached: 1, goalEvents: 1, rate: 1, coldStart: true },
    ]);
  });

  test('shows arms and steps of older versions with subjects after those of the latest version', async () => {
    const journey = await publish([branch('first', ['old', 'unused', 'kept']), end]);
    await storeArmSubjects(world.database, journey, { stepId: 'first', armId: 'kept', to: 3, converted: 1 });
    await storeArmSubjects(world.database, journey, { stepId: 'first', armId: 'old', to: 5 });
    await publishNextVersion(world, journey.journeyId, { steps: [branch('first', ['kept', 'new']), end] });
    const kept = { stepId: 'first', armId: 'kept', from: 3, to: 4, version: 2 };
    await storeArmSubjects(world.database, journey, kept);
    const inShort = (response: { stepId: string; arms: { armId: string; subjectsReached: number }[] }[]) =>
      response.map(({ stepId, arms }) => [stepId, ...arms.map((arm) => `${arm.armId} ${arm.subjectsReached}`)]);
    expect(inShort(await report(journey, 'branch-performance'))).toEqual([
      ['first', 'kept 4', 'new 0', 'else 0', 'old 5'],
    ]);
    await publishNextVersion(world, journey.journeyId, { steps: [branch('second', ['a']), end] });
    expect(inShort(await report(journey, 'branch-performance'))).toEqual([
      ['second', 'a 0', 'else 0'],
      ['first', 'kept 4', 'old 5'],
    ]);
  });
});

test('branch-performance of one version counts its own steps and subjects', async () => {
  const journey = await publish([branch('first', ['old']), end]);
  await storeArmSubjects(world.database, journey, { stepId: 'first', armId: 'old', to: 5 });
  await publishNextVersion(world, journey.journeyId, { steps: [branch('first', ['new']), end] });
  await storeArmSubjects(world.database, journey, { stepId: 'first', armId: 'new', from: 5, to: 8, version: 2 });
  const reached = async (version: number) => {
    const [{ arms }] = await report(journey, `branch-performance?version=${version}`);
    return (arms as { armId: string; subjectsReached: number }[]).map((arm) => `${arm.armId} ${arm.subjectsReached}`);
  };
  expect(await reached(1)).toEqual(['old 5', 'else 0']);
  expect(await reached(2)).toEqual(['new 3', 'else 0']);
});

describe('the figures of several journeys', () => {
  test('match their reports in the order of the ids, without unknown ids', async () => {
    const journeys = [await publish([end]), await publish([end]), await publish([end])];
    const [one, two] = journeys as [JourneyName, JourneyName];
    await storeRuns(world.database, one, [
      { id: uniqueName('exe'), endUserId: 'eus_1', status: 'RUNNING', currentStepId: 'end' },
      { id: uniqueName('exe'), endUserId: 'eus_2' },
    ]);
    const day = 86_400_000;
    const many = (count: number, from: number, more: Partial<SubjectRow>): SubjectRow[] =>
      Array.from({ length: count }, (_, index) => ({
        endUserId: `eus_${from + index}`,
        cohort: 'exposed',
        firstEnteredAt: new Date(Date.now() - day),
        ...more,
      }));
    await storeSubjects(world.database, two, [
      ...many(150, 0, { convertedAt: new Date() }),
      ...many(150, 1_000, {}),
      ...many(100, 2_000, {
        cohort: 'holdout',
        convertedAt: new Date(),
        firstEnteredAt: new Date(Date.now() - 20 * day),
      }),
      ...many(300, 3_000, { cohort: 'holdout', firstEnteredAt: new Date(Date.now() - 6 * day) }),
    ]);
    const ids = [...journeys.map(({ journeyId }) => journeyId).reverse(), 'jrn_none'];
    const { status, body } = await world.api.get(`/api/journeys/figures?ids=${ids.join(',')}`);
    expect(status).toBe(200);
    expect(body.map(({ journeyId }: { journeyId: string }) => journeyId)).toEqual(ids.slice(0, 3));
    for (const { journeyId, running, entries, ...impact } of body) {
      const name = { ...one, journeyId };
      const { dailyTrend, ...expected } = await report(name, 'calibrated-impact');
      expect(impact).toEqual(expected);
      const entered = dailyTrend.map(({ exposed, holdout }: { exposed: number; holdout: number }) => exposed + holdout);
      expect(entries).toEqual(entered.slice(-7));
      const stats = (await report(name, 'step-stats')) as StepStats[];
      expect(running).toBe(stats.reduce((sum, { waiting }) => sum + waiting, 0));
    }
    expect(body[1]).toMatchObject({ lift: 1, underpowered: false, entries: [300, 0, 0, 0, 0, 300, 0] });
    expect(body[2].running).toBe(1);
    const [low, high] = body[1].liftInterval95;
    expect([low > 0, high > 1]).toEqual([true, true]);
  });

  test.each([
    '',
    '?ids=',
    `?ids=${Array.from({ length: 101 }, (_, place) => `jrn_${place}`).join(',')}`,
    '?ids=a&id=b',
  ])('refuse %s', async (query) => {
    expect((await world.api.get(`/api/journeys/figures${query}`)).status).toBe(400);
  });
});

describe('calibrated-impact', () => {
  const subject = (index: number, more: Partial<SubjectRow> = {}): SubjectRow => ({
    endUserId: `eus_${index}`,
    cohort: 'exposed',
    firstEnteredAt: new Date(),
    ...more,
  });
  const subjects = (count: number, from: number, more: Partial<SubjectRow>) =>
    Array.from({ length: count }, (_, index) => subject(from + index, more));

  test('without people has zeros and no lift over the last 30 days', async () => {
    const { dailyTrend, ...impact } = await report(await publish([end]), 'calibrated-impact');
    expect(impact).toEqual({
      triggered: { exposed: 0, holdout: 0 },
      converted: { exposed: 0, holdout: 0 },
      exposureRate: 0,
      holdoutRate: 0,
      lift: null,
      liftInterval95: null,
      underpowered: true,
    });
    expect(dailyTrend).toHaveLength(30);
    const zeros = { exposed: 0, holdout: 0, convertedExposed: 0, convertedHoldout: 0 };
    expect(dailyTrend).toEqual(dailyTrend.map(({ date }: { date: string }) => ({ date, ...zeros })));
  });

  test('is underpowered with 99 subjects in the smaller group, but not with 100', async () => {
    const journey = await publish([end]);
    await storeSubjects(world.database, journey, [
      ...subjects(100, 0, { cohort: 'exposed' }),
      ...subjects(99, 1_000, { cohort: 'holdout' }),
    ]);
    expect(await report(journey, 'calibrated-impact')).toMatchObject({
      triggered: { exposed: 100, holdout: 99 },
      underpowered: true,
    });
    const convertedAt = new Date();
    await storeSubjects(world.database, journey, [subject(2_000, { cohort: 'holdout', convertedAt, version: 1 })]);
    expect(await report(journey, 'calibrated-impact')).toMatchObject({
      triggered: { exposed: 100, holdout: 100 },
      converted: { exposed: 0, holdout: 1 },
      exposureRate: 0,
      holdoutRate: 0.01,
      lift: -1,
      underpowered: false,
    });
  });

  test('counts each subject on the day of the first entry in the workspace’s timezone', async () => {
    const journey = await publish([end]);
    // New York changes its clocks on March 8, 2026: midnight is 5:00 UTC before and 4:00 UTC after.
    const now = new Date('2026-03-10T03:59:59.999Z');
    const entered = [
      '2026-02-08T04:59:59.999Z',
      '2026-02-08T05:00:00.000Z',
      '2026-03-08T04:59:59.999Z',
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T03:59:59.999Z',
      '2026-03-09T04:00:00.000Z',
      '2026-03-10T03:59:59.999Z',
      '2026-03-10T04:00:00.000Z',
    ];
    await storeSubjects(
      world.database,
      journey,
      entered.map((at, index) =>
        subject(index, {
          firstEnteredAt: new Date(at),
          cohort: index % 2 === 0 ? 'exposed' : 'holdout',
          convertedAt: index < 4 ? now : null,
        }),
      ),
    );
    await world.database('workspaces').where({ id: journey.workspaceId }).update({ timezone: 'America/New_York' });
    const days = await countSubjectsByDay(world.database, journey.workspaceId, journey.journeyId, now);
    await world.database('workspaces').where({ id: journey.workspaceId }).update({ timezone: 'UTC' });
    expect(days).toHaveLength(30);
    expect([days[0]!.date, days[29]!.date]).toEqual(['2026-02-08', '2026-03-09']);
    expect(days.filter(({ exposed, holdout }) => exposed + holdout > 0)).toEqual([
      { date: '2026-02-08', exposed: 0, holdout: 1, convertedExposed: 0, convertedHoldout: 1 },
      { date: '2026-03-07', exposed: 1, holdout: 0, convertedExposed: 1, convertedHoldout: 0 },
      { date: '2026-03-08', exposed: 1, holdout: 1, convertedExposed: 0, convertedHoldout: 1 },
      { date: '2026-03-09', exposed: 1, holdout: 1, convertedExposed: 0, convertedHoldout: 0 },
    ]);
  });
});

test('failures list failed executions and webhooks of a period, the last first', async () => {
  const [quiet, failing, other] = [await publish([end]), await publish([end]), await publish([end])];
  const run = (status: string): RunRow => ({ id: uniqueName('exe'), endUserId: 'eus_1', status });
  const [failed, early, done, ended] = [run('FAILED'), run('FAILED'), run('COMPLETED'), run('COMPLETED')];
  await storeRuns(world.database, other, [ended]);
  await storeRuns(world.database, failing, [failed, early, done]);
  await storeRuns(world.database, quiet, [run('COMPLETED')]);
  const step = (runId: string, kind: string) => ({ runId, stepId: 'call', kind, status: 'failed' as const });
  await storeSteps(world.database, failing.workspaceId, [
    step(ended.id, 'webhook'),
    step(done.id, 'webhook'),
    step(failed.id, 'send'),
  ]);
  const before = new Date(Date.now() - 9 * 86_400_000);
  await world.database('executions').where({ id: early.id }).update({ started_at: before, ended_at: before });
  const read = async (query: string) => {
    const { status, body } = await world.api.get(`/api/journeys/failures${query}`);
    expect(status).toBe(200);
    return body.journeys.filter(({ journeyId }: { journeyId: string }) =>
      [quiet, failing, other].some((journey) => journey.journeyId === journeyId),
    );
  };
  const shown = (journey: JourneyName, executions: number, webhooks: number) =>
    expect.objectContaining({ journeyId: journey.journeyId, executions, webhooks });
  expect(await read('?period=7d')).toEqual(expect.arrayContaining([shown(failing, 1, 1), shown(other, 0, 1)]));
  expect(await read('?period=7d')).toHaveLength(2);
  expect(await read('?period=30d')).toEqual(expect.arrayContaining([shown(failing, 2, 1)]));
});
