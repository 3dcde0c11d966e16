import { type ScheduleDescription, ScheduleOverlapPolicy } from '@temporalio/client';
import { DateTime } from 'luxon';
import { digestDate } from '../../domain/digest/digest-date';
import { nextDigestAt } from '../../domain/digest/digest-time';
import { scheduleIds } from '../../workflows/contract/maintenance';
import { digestScheduleId, digestWorkflowId } from '../../workflows/contract/weekly-digest';
import { runSchedule } from '../support/run-schedule';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const world = useWorld();
/** The workspace and its schedule before the tests changed them. */
let fresh: { description: ScheduleDescription; digest: unknown };

beforeAll(async () => {
  await world.startWorker({ MAINTAIN_EVERY_SECONDS: '86400' });
  fresh = { description: await waitFor(describeSchedule), digest: await readDigest() };
});

const handle = () => world.temporal.schedule.getHandle(digestScheduleId(world.demo.workspaceId));
const describeSchedule = () => handle().describe();
const readDigest = async () => (await world.api.get('/api/workspace/digest')).body;

/** Changes settings, and waits until the schedule's note contains them. */
async function settle(settings: object, note: string) {
  expect((await world.api.patch('/api/workspace', settings)).status).toBe(200);
  return waitFor(
    async () => {
      const description = await describeSchedule();
      return description.state.note === note ? description : null;
    },
    { what: note },
  );
}

const localTimes = (dates: Date[], zone: string) =>
  dates.map((at) => DateTime.fromJSDate(at, { zone }).toFormat('ccc HH:mm'));

test('a new workspace has a schedule for Mondays at nine, without overlaps, with a catch-up of one day', () => {
  const { description, digest } = fresh;
  expect(description).toMatchObject({
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: 86_400_000 },
    state: { paused: false, note: 'Monday 09:00, UTC' },
    action: {
      workflowType: 'digestDue',
      taskQueue: 'maintenance',
      args: [{ workspaceId: world.demo.workspaceId, timezone: 'UTC' }],
    },
  });
  expect(description.searchAttributes).toEqual({ WorkspaceId: [world.demo.workspaceId] });
  expect(new Set(localTimes(description.info.nextActionTimes, 'UTC'))).toEqual(new Set(['Mon 09:00']));
  expect(digest).toEqual({
    enabled: true,
    weekday: 1,
    time: '09:00',
    timezone: 'UTC',
    lastRunAt: null,
    nextRunAt: startOfMinute(description.info.nextActionTimes[0]),
  });
});

/** Schedules spread over their minute. */
const startOfMinute = (at: Date | undefined) =>
  at && DateTime.fromJSDate(at).startOf('minute').toJSDate().toISOString();

test.each([
  // Clocks change in March and November in New York, and in October in Berlin, so the next ten weeks include a change.
  ['America/New_York', 5, '07:30', 'Friday', 'Fri 07:30'],
  ['Europe/Berlin', 7, '02:30', 'Sunday', 'Sun 02:30'],
  ['Australia/Lord_Howe', 3, '23:59', 'Wednesday', 'Wed 23:59'],
] as const)('another time in %s moves it, also across clock changes', async (...given) => {
  const [timezone, weekday, time, day, local] = given;
  const digest = { enabled: true, weekday, time };
  const { info, spec } = await settle({ timezone, digest }, `${day} ${time}, ${timezone}`);
  expect(spec.timezone).toBe(timezone);
  expect(info.nextActionTimes.length).toBeGreaterThan(5);
  expect(new Set(localTimes(info.nextActionTimes, timezone))).toEqual(new Set([local]));
  expect(info.nextActionTimes.some((at) => at.getSeconds() > 0)).toBe(true);
  expect((await readDigest()).nextRunAt).toBe(startOfMinute(info.nextActionTimes[0]));
});

test.each([
  ['Europe/Berlin', '02:30', 'MARCH', 'OCTOBER'],
  ['America/New_York', '02:30', 'MARCH', 'NOVEMBER'],
  ['America/New_York', '01:30', 'MARCH', 'NOVEMBER'],
  ['Australia/Lord_Howe', '01:45', 'OCTOBER', 'APRIL'],
] as const)(
  'in %s at %s Temporal fires at the calculated times, also on Sundays with clock changes',
  async (...given) => {
    const [timezone, time, ...months] = given;
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    const handleOfMonths = await world.temporal.schedule.create({
      scheduleId: `clocks-${timezone}-${time}`,
      spec: {
        calendars: months.map((month) => ({ year: 2027, month, dayOfWeek: 'SUNDAY' as const, hour, minute })),
        timezone,
      },
      action: { type: 'startWorkflow', workflowType: 'syncDigests', taskQueue: 'none', args: [] },
    });
    const { info } = await handleOfMonths.describe();
    await handleOfMonths.delete();
    const ofUs = months.flatMap((month) => {
      const from = DateTime.fromFormat(`2027 ${month}`, 'yyyy MMMM', { zone: timezone });
      const times: Date[] = [];
      for (let at: Date | null = from.toJSDate(); ;) {
        at = nextDigestAt({ enabled: true, weekday: 7, time }, timezone, at);
        if (at === null || at >= from.plus({ months: 1 }).toJSDate()) return times;
        times.push(at);
      }
    });
    // If a local time occurs twice, Temporal may fire twice. The second run finds the date's digest already done.
    expect(info.nextActionTimes).toEqual(expect.arrayContaining(ofUs));
    const dates = (times: Date[]) => new Set(times.map((at) => digestDate(at, timezone)));
    expect(dates(info.nextActionTimes)).toEqual(dates(ofUs));
    expect(ofUs.length).toBeGreaterThan(5);
  },
);

test('turning the digest off pauses the schedule, turning it on resumes it', async () => {
  const digest = { weekday: 2, time: '10:00' };
  const off = await settle({ timezone: 'UTC', digest: { ...digest, enabled: false } }, 'Tuesday 10:00, UTC; off');
  expect(off.state.paused).toBe(true);
  expect(await readDigest()).toMatchObject({ enabled: false, nextRunAt: null });
  const on = await settle({ digest: { ...digest, enabled: true } }, 'Tuesday 10:00, UTC');
  expect(on.state.paused).toBe(false);
});

test('many concurrent changes end with the last one', async () => {
  expect((await world.api.patch('/api/workspace', { timezone: 'UTC' })).status).toBe(200);
  for (let minute = 10; minute < 40; minute += 1) {
    const response = await world.api.patch('/api/workspace', {
      digest: { enabled: true, weekday: 4, time: `11:${minute}` },
    });
    expect(response.status).toBe(200);
  }
  await waitFor(async () => (await world.database('outbox').where({ kind: 'sync_digest' })).length === 0);
  expect((await describeSchedule()).state.note).toBe('Thursday 11:39, UTC');
});

test('the sweep restores a lost schedule, repairs a changed one, and removes that of a deleted workspace', async () => {
  const sweep = () => runSchedule<object>(world.temporal, scheduleIds.syncDigests);
  await settle({ timezone: 'UTC', digest: { enabled: true, weekday: 4, time: '11:39' } }, 'Thursday 11:39, UTC');
  // A pending change would recreate the schedule.
  await waitFor(async () => (await world.database('outbox').where({ kind: 'sync_digest' })).length === 0);
  await handle().delete();
  await waitFor(async () =>
    describeSchedule().then(
      () => false,
      () => true,
    ),
  );
  expect(await sweep()).toEqual({ checked: 1, repaired: 1 });
  expect((await describeSchedule()).state.note).toBe('Thursday 11:39, UTC');
  await handle().pause('by hand');
  expect(await sweep()).toMatchObject({ repaired: 1 });
  expect(await describeSchedule()).toMatchObject({ state: { paused: false, note: 'Thursday 11:39, UTC' } });
  expect(await sweep()).toEqual({ checked: 1, repaired: 0 });
  const { spec, action } = await describeSchedule();
  const goneId = digestScheduleId('wsp_gone');
  await world.temporal.schedule.create({
    scheduleId: goneId,
    spec: { calendars: [{ hour: 1 }], timezone: spec.timezone ?? 'UTC' },
    action: { type: 'startWorkflow', workflowType: action.workflowType, taskQueue: action.taskQueue, args: [] },
  });
  await waitFor(async () => {
    for await (const { scheduleId } of world.temporal.schedule.list()) if (scheduleId === goneId) return true;
    return false;
  });
  expect(await sweep()).toEqual({ checked: 2, repaired: 1 });
  await waitFor(async () =>
    world.temporal.schedule
      .getHandle(goneId)
      .describe()
      .then(
        () => false,
        () => true,
      ),
  );
});

test('a due run starts the digest of its day in the workspace’s timezone, once a day', async () => {
  // A timezone with another date than UTC at the current time.
  const timezone = new Date().getUTCHours() < 12 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
  const digest = { enabled: true, weekday: 1, time: '09:00' };
  await settle({ timezone, digest }, `Monday 09:00, ${timezone}`);
  // Waits for its end: the server names runs by the second, and would refuse another one with the same name.
  expect(await runSchedule(world.temporal, digestScheduleId(world.demo.workspaceId))).toEqual({ notices: 1 });
  const date = DateTime.now().setZone(timezone).toFormat('yyyy-MM-dd');
  const run = world.temporal.workflow.getHandle(digestWorkflowId(world.demo.workspaceId, date));
  expect(await run.result()).toEqual({ notices: 1 });
  expect((await readDigest()).lastRunAt).not.toBeNull();
  // The server may not have noticed the end of the previous run yet, and would skip this one.
  expect(
    await runSchedule(world.temporal, digestScheduleId(world.demo.workspaceId), ScheduleOverlapPolicy.ALLOW_ALL),
  ).toBeUndefined();
});
