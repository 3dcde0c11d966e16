import { thompsonWeights } from '../../domain/experiments/thompson';
import { confidenceOf } from '../../domain/beliefs/update-confidence';
import { learnFromJourneys } from '../../operations/journeys/learn-from-journey';
import { scheduleIds, type ReweighResult } from '../../workflows/contract/maintenance';
import { publishNextVersion, storeArmSubjects } from '../support/journey-rows';
import { createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { runSchedule, runWholeSchedule } from '../support/run-schedule';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const world = useWorld();

beforeAll(async () => {
  // Only this file triggers runs, and two workers take them.
  await world.startWorker({ REWEIGH_EVERY_SECONDS: '86400' });
  await world.startWorker({ REWEIGH_EVERY_SECONDS: '86400' });
});

const reweigh = () => runSchedule<ReweighResult>(world.temporal, scheduleIds.reweighArms);

const steps = (fields: object, ids = ['a', 'b']) => [
  {
    id: 'split',
    kind: 'experiment',
    ...fields,
    arms: ids.map((id) => ({ id, weight: 1 / ids.length, next: 'end' })),
  },
  { id: 'end', kind: 'exit' },
];

const believe = async (): Promise<string> =>
  (await world.api.post('/api/beliefs', { statement: 'B does better' })).body.id as string;
const beliefOf = async (id: string) => (await world.api.get(`/api/beliefs/${id}`)).body;

/** Stores subjects of an arm and the conversions of some of them; `from` separates those of several arms. */
const reached = (journeyId: string, armId: string, rows: { from: number; to: number; converted: number }) =>
  storeArmSubjects(
    world.database,
    { workspaceId: world.demo.workspaceId, journeyId },
    { stepId: 'split', armId, ...rows },
  );

const weightsOf = (journeyId: string) =>
  world
    .database('journey_arm_weights')
    .where({ journey_id: journeyId, step_id: 'split' })
    .orderBy('version')
    .select<{ version: number; weights: Record<string, number> }[]>('version', 'weights');

const armOf = async (journeyId: string, endUserId: string): Promise<string | undefined> => {
  const row = await world
    .database('journey_arm_subjects')
    .where({ journey_id: journeyId, end_user_id: endUserId })
    .first<{ arm_id: string } | undefined>('arm_id');
  return row?.arm_id;
};

const updatesOf = async (journeyId: string) => {
  const { body } = await world.api.get(`/api/journeys/${journeyId}/audit`);
  return (body as { action: string; actor: string; metadata: Record<string, unknown> }[]).filter(
    ({ action }) => action === 'journey.updated',
  );
};

test('arm weights change from a hundred subjects, are logged, and unchanged counts change nothing', async () => {
  const journey = await publishJourney(world, steps({ allocation: 'thompson' }));
  const fixed = await publishJourney(world, steps({}));
  for (const { id } of [journey, fixed]) {
    await reached(id, 'a', { from: 0, to: 100, converted: 5 });
    await reached(id, 'b', { from: 100, to: 199, converted: 20 });
  }
  await reweigh();
  expect(await weightsOf(journey.id)).toEqual([]);

  for (const { id } of [journey, fixed]) await reached(id, 'b', { from: 199, to: 200, converted: 0 });
  expect((await reweigh()).reweighed).toBe(1);
  const [a, b] = thompsonWeights([
    { successes: 5, failures: 95 },
    { successes: 20, failures: 80 },
  ]) as [number, number];
  expect(b).toBeGreaterThan(0.98);
  expect(await weightsOf(journey.id)).toEqual([{ version: 1, weights: { a, b } }]);
  expect(await weightsOf(fixed.id)).toEqual([]);
  const logged = await updatesOf(journey.id);
  expect(logged).toMatchObject([
    { actor: 'system', metadata: { version: 1, stepId: 'split', weights: { a, b }, previous: { a: 0.5, b: 0.5 } } },
  ]);

  expect((await reweigh()).reweighed).toBe(0);
  expect(await updatesOf(journey.id)).toEqual(logged);

  const simulated = await world.api.post(`/api/journeys/${journey.id}/simulate`, { subjectAttributes: {} });
  expect(simulated.body.trace[0].arms).toMatchObject([
    { armId: 'a', weight: a },
    { armId: 'b', weight: b },
  ]);
});

test('new executions use the new weights, and a returning subject stays in their arm', async () => {
  // A weight of 0 sends every new subject to the other arm.
  const journey = await publishJourney(world, steps({ allocation: 'thompson' }), { reentry: 'always' });
  const run = async (subject: { id: string; visitorId: string }, runs: number): Promise<string | undefined> => {
    await trackEvent(world, journey.eventName, subject.visitorId);
    await waitFor(
      async () =>
        (await executionsOf(world, journey.id)).filter(
          ({ endUserId, status }) => endUserId === subject.id && status === 'COMPLETED',
        ).length >= runs,
    );
    return armOf(journey.id, subject.id);
  };
  const setWeights = (weights: object) =>
    world
      .database('journey_arm_weights')
      .insert({ workspace_id: world.demo.workspaceId, journey_id: journey.id, version: 1, step_id: 'split', weights })
      .onConflict(['workspace_id', 'journey_id', 'version', 'step_id'])
      .merge(['weights']);
  const [first, second] = [await createSubject(world), await createSubject(world)];
  await setWeights({ a: 1, b: 0 });
  expect(await run(first, 1)).toBe('a');
  await setWeights({ a: 0, b: 1 });
  expect(await run(second, 1)).toBe('b');
  expect(await run(first, 2)).toBe('a');
});

test('a step records one evidence entry for its belief, which is updated and counts every subject once', async () => {
  const beliefId = await believe();
  const journey = await publishJourney(world, steps({ beliefId }));
  await reached(journey.id, 'a', { from: 0, to: 200, converted: 20 });
  await reached(journey.id, 'b', { from: 200, to: 350, converted: 30 });
  // A subject who was in "a" first counts there, and not again in "b".
  await reached(journey.id, 'b', { from: 0, to: 1, converted: 1 });
  await world
    .database('journey_arm_subjects')
    .where({ journey_id: journey.id, arm_id: 'b', end_user_id: 'eus_0' })
    .update({ reached_at: new Date(Date.now() + 60_000) });
  const [learned, updated] = await runWholeSchedule(world.temporal, scheduleIds.reweighArms);
  const first = { type: 'experiment', delta: 30 / 150 - 20 / 200, sampleSize: 350 } as const;
  const reported = await beliefOf(beliefId);
  expect(reported.evidence).toMatchObject([{ ...first, source: 'journey', journeyId: journey.id, stepId: 'split' }]);
  expect(reported.confidence).toBe(confidenceOf(0.5, [first]));
  // Operators see the update in the run that caused it.
  const { type: _, ...figures } = first;
  const source = { journeyId: journey.id, stepId: 'split' };
  expect(learned).toMatchObject({
    evidence: [{ workspaceId: world.demo.workspaceId, beliefId, ...source, ...figures }],
  });
  const confidence = { before: 0.5, after: reported.confidence };
  expect(updated).toEqual({ beliefId, evidenceId: reported.evidence[0].id, ...figures, confidence });
  expect(await reweigh()).toMatchObject({ evidence: [] });

  const { signal } = new AbortController();
  await Promise.all([1, 2].map(() => learnFromJourneys({ ...world, signal })));
  expect(await beliefOf(beliefId)).toEqual(reported);

  await reached(journey.id, 'b', { from: 350, to: 400, converted: 0 });
  await reweigh();
  const second = { type: 'experiment', delta: 30 / 200 - 20 / 200, sampleSize: 400 } as const;
  expect((await beliefOf(beliefId)).evidence).toMatchObject([{ ...second, id: reported.evidence[0].id }]);
  const path = (await world.api.get(`/api/beliefs/${beliefId}/history`)).body as { confidence: number }[];
  expect(path.map(({ confidence }) => confidence)).toEqual([0.5, reported.confidence, confidenceOf(0.5, [second])]);
});

test('the latest version is reweighed; archived journeys and deleted beliefs are skipped', async () => {
  const beliefId = await believe();
  const fields = { allocation: 'thompson', beliefId };
  const [journey, archived] = [await publishJourney(world, steps(fields)), await publishJourney(world, steps(fields))];
  await publishNextVersion(world, journey.id, { steps: steps(fields, ['a', 'b', 'c']) });
  for (const { id } of [journey, archived]) {
    await reached(id, 'a', { from: 0, to: 100, converted: 5 });
    await reached(id, 'b', { from: 100, to: 200, converted: 20 });
    await reached(id, 'c', { from: 200, to: 300, converted: 6 });
  }
  await world.api.post(`/api/journeys/${archived.id}/archive`);
  expect((await world.api.delete(`/api/beliefs/${beliefId}`)).status).toBe(200);
  await reweigh();
  expect(await weightsOf(archived.id)).toEqual([]);
  const [weighed, ...others] = await weightsOf(journey.id);
  expect(others).toEqual([]);
  expect(weighed?.version).toBe(2);
  expect(Object.keys(weighed?.weights ?? {})).toHaveLength(3);
});

test('publishing refuses a belief that does not exist', async () => {
  const { id } = (await world.api.post('/api/journeys', { name: 'J', steps: steps({ beliefId: 'blf_none' }) })).body;
  const refused = await world.api.post(`/api/journeys/${id}/publish`);
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'steps.0.beliefId' }] } });
});
