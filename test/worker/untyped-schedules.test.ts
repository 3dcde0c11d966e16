import { randomUUID } from 'node:crypto';
import { newId } from '../../db/connection/ids';
import { insertConnection } from '../../db/connections/connections';
import { createConnectionSchedules } from '../../worker/connection-schedules';
import { createDigestSchedules } from '../../worker/digest-schedules';
import { connectionScheduleId } from '../../workflows/contract/sync-connection';
import { digestScheduleId } from '../../workflows/contract/weekly-digest';
import { runTemporalCli } from '../support/temporal-cli';
import { useWorld } from '../support/world';

const world = useWorld();

/**
 * Returns the output of `temporal schedule describe`.
 * @throws if the command fails, as it panics on attributes without a type
 */
const describeByCli = (scheduleId: string) => runTemporalCli(world, 'schedule', 'describe', '-s', scheduleId);

async function readSchedule(scheduleId: string) {
  const { schedule } = await world.temporal.workflowService.describeSchedule({
    namespace: world.namespace,
    scheduleId,
  });
  const attribute = schedule?.action?.startWorkflow?.searchAttributes?.indexedFields?.['WorkspaceId'];
  return { schedule, attribute };
}

/** Returns the attribute's value in the schedule. Earlier releases wrote a list without a type. */
const valueOf = ({ attribute }: Awaited<ReturnType<typeof readSchedule>>): unknown =>
  JSON.parse(Buffer.from(attribute?.data ?? []).toString());

/** Recreates a schedule as earlier releases did: its workflows' attribute is a list and has no type. */
async function makeUntyped(scheduleId: string): Promise<void> {
  const { schedule, attribute } = await readSchedule(scheduleId);
  delete attribute?.metadata?.['type'];
  Object.assign(attribute ?? {}, { data: Buffer.from(JSON.stringify([world.demo.workspaceId])) });
  await world.temporal.schedule.getHandle(scheduleId).delete();
  const { namespace } = world;
  const request = { namespace, scheduleId, schedule, requestId: randomUUID(), identity: 'test' };
  await world.temporal.workflowService.createSchedule(request);
  expect(valueOf(await readSchedule(scheduleId))).toEqual([world.demo.workspaceId]);
}

/** A schedule of each kind, and the function that keeps it up to date. */
const kinds = {
  digest() {
    const { workspaceId } = world.demo;
    const { sync } = createDigestSchedules(world.temporal, world.database);
    return Promise.resolve({ scheduleId: digestScheduleId(workspaceId), sync: () => sync(workspaceId) });
  },
  async connection() {
    const { workspaceId } = world.demo;
    const connection = await world.database.transaction((transaction) =>
      insertConnection(transaction, {
        workspaceId,
        id: newId('connection'),
        connectorType: 'google_ads',
        name: 'Ads',
        accountId: '1',
        baseUrl: null,
        credentials: { keyId: 'test', bytes: Buffer.alloc(40) },
      }),
    );
    const id = connection?.id ?? '';
    const { sync } = createConnectionSchedules(world.temporal, world.database);
    return { scheduleId: connectionScheduleId(id), sync: () => sync(id) };
  },
};

test.each(['digest', 'connection'] as const)(
  'the schedule of a %s with untyped attributes is recreated, and the CLI can describe it',
  async (kind) => {
    const { scheduleId, sync } = await kinds[kind]();
    await sync();
    await makeUntyped(scheduleId);
    expect(await sync()).toBe(true);
    expect(valueOf(await readSchedule(scheduleId))).toBe(world.demo.workspaceId);
    expect(await describeByCli(scheduleId)).toContain(scheduleId);
    expect(await sync()).toBe(false);
  },
);
