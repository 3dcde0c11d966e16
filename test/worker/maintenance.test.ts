import { rowsOf } from '../../db/connection/statements';
import {
  scheduleIds,
  type PartitionsResult,
  type PurgeResult,
  type RetentionResult,
} from '../../workflows/contract/maintenance';
import { readRollups, storeHistory } from '../support/event-history';
import { readHistory, recount } from '../support/recount';
import { storeArmSubjects, storeSubjects } from '../support/journey-rows';
import { publishJourney } from '../support/journeys';
import { runWholeSchedule } from '../support/run-schedule';
import { waitFor } from '../support/wait-for';
import { createWorld, type World } from '../support/world';
import { createConversion } from '../support/workspaces';

let world: World;

// Each test counts all rows, and changes the workspace.
beforeEach(async () => {
  world = await createWorld();
  await world.startWorker({ ROLLUPS_EVERY_SECONDS: '1', MAINTAIN_EVERY_SECONDS: '86400' });
});

afterEach(() => world.stop());

const ahead = (months: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15));
};
const partitionOf = (time: Date): string => `events_${time.toISOString().slice(0, 7).replace('-', '_')}`;

/** The remaining results of a purge: nothing else is deleted. */
const nothingElse = {
  rejectedEvents: 0,
  sessions: 0,
  idempotencyKeys: 0,
  abandonedSends: 0,
  sendEvents: 0,
  personChanges: 0,
  importedRows: 0,
};

test('the upkeep creates partitions, moves rows into them, applies retention, and can be repeated', async () => {
  const { database, demo } = world;
  const { workspaceId } = demo;
  await database('workspaces').where({ id: workspaceId }).update({ retention_days: 5 });
  for (const months of [2, 3]) await database.raw('drop table ??', [partitionOf(ahead(months))]);
  await storeHistory(database, workspaceId, [
    { id: 'ahead', occurredAt: ahead(3), visitorId: 'v1' },
    { id: 'old', occurredAt: new Date(Date.now() - 8 * 86_400_000), visitorId: 'v1' },
    { id: 'new', occurredAt: new Date(), visitorId: 'v1' },
  ]);
  await database('event_messages').insert({
    workspace_id: workspaceId,
    message_id: 'm',
    received_at: new Date(Date.now() - 8 * 86_400_000),
  });
  const { id: journeyId } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  const outlived = { workspace_id: workspaceId, journey_id: journeyId, starts_at: '2020-01-01T00:00:00Z' };
  await database('cohort_spans').insert({ ...outlived, cohort: 'exposed', subjects: 1, converted: 0 });
  expect(await runWholeSchedule(world.temporal, scheduleIds.maintainEvents)).toEqual([
    { made: [partitionOf(ahead(2)), partitionOf(ahead(3))] } satisfies PartitionsResult,
    { closed: 1, dropped: [], events: 1 } satisfies RetentionResult,
    { messageIds: 1, ...nothingElse, cohortSpans: 1 } satisfies PurgeResult,
  ]);
  const places = await rowsOf<{ id: string; place: string }>(
    database.raw('select id, tableoid::regclass::text as place from events order by occurred_at'),
  );
  expect(places).toEqual([
    { id: 'new', place: partitionOf(new Date()) },
    { id: 'ahead', place: partitionOf(ahead(3)) },
  ]);
  expect(await readRollups(database, workspaceId)).toMatchObject({ visitors: { length: 2 }, channels: { length: 3 } });
  expect(await runWholeSchedule(world.temporal, scheduleIds.maintainEvents)).toEqual([
    { made: [] },
    { closed: 0, dropped: [], events: 0 },
    { messageIds: 0, ...nothingElse, cohortSpans: 0 },
  ]);
});

test('the rollup schedule counts and credits stored events, in one activity per run', async () => {
  const { database } = world;
  const { workspaceId } = world.demo;
  await database('workspaces').where({ id: workspaceId }).update({ retention_days: 730, timezone: 'Asia/Tokyo' });
  await database('events').where({ workspace_id: workspaceId }).delete();
  await createConversion(world.database, world.demo.workspaceId, { name: 'Later', eventType: 'later' });
  await storeHistory(
    database,
    workspaceId,
    Array.from({ length: 20 }, (_, index) => ({
      id: `later${index}`,
      occurredAt: new Date(Date.now() - index * 3_600_000),
      visitorId: `v${index % 3}`,
      type: index < 4 ? 'later' : 'pageview',
      channel: 'email',
    })),
  );
  const expected = recount(await readHistory(database, workspaceId), 'Asia/Tokyo');
  await waitFor(async () => {
    const { visitors } = await readRollups(database, workspaceId);
    return visitors.length === expected.visitors.length;
  });
  const { visitors } = await readRollups(database, workspaceId);
  expect(visitors).toEqual(expected.visitors);
  const completions = () => database('conversion_completions').where({ workspace_id: workspaceId });
  await waitFor(async () => (await completions().whereNull('credits')).length === 0);
  expect(await completions()).toHaveLength(4);
  const { id: journeyId } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  const entered = { endUserId: 'eus_1', cohort: 'exposed', firstEnteredAt: new Date() } as const;
  await storeSubjects(database, { workspaceId, journeyId }, [entered]);
  await storeArmSubjects(database, { workspaceId, journeyId }, { stepId: 'split', armId: 'bold', to: 2, converted: 1 });
  const totals = (table: string) => database(table).where({ journey_id: journeyId }).select('subjects', 'converted');
  await waitFor(async () => (await totals('arm_totals')).length > 0);
  expect(await totals('cohort_totals')).toEqual([{ subjects: '1', converted: '0' }]);
  expect(await totals('arm_totals')).toEqual([{ subjects: '2', converted: '1' }]);
  expect(await runWholeSchedule(world.temporal, scheduleIds.updateRollups)).toHaveLength(1);
});
