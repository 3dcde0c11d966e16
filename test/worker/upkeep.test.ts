import { getEventListeners } from 'node:events';
import { createLogger } from '../../logging';
import { createSchedule } from '../../worker/schedule-handles';
import { startUpkeep, type Upkeep } from '../../worker/upkeep';
import { scheduleIds } from '../../workflows/contract/maintenance';
import { searchAttributeTypes, taskQueues, workflowTypes } from '../../workflows/contract/names';
import { digestScheduleId } from '../../workflows/contract/weekly-digest';
import { holdTimers } from '../support/held-timers';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const world = useWorld();

const isThere = (scheduleId: string): Promise<boolean> =>
  world.temporal.schedule
    .getHandle(scheduleId)
    .describe()
    .then(
      () => true,
      () => false,
    );

const attributes = async (): Promise<string[]> => {
  const { namespace } = world;
  const { customAttributes } = await world.temporal.connection.operatorService.listSearchAttributes({ namespace });
  return Object.keys(customAttributes).filter((name) => name in searchAttributeTypes);
};

test('schedules and search attributes that Temporal has lost are restored while the worker runs', async () => {
  const { namespace } = world;
  const worker = await world.startWorker({ RECONCILE_EVERY_SECONDS: '1' });
  const digest = digestScheduleId(world.demo.workspaceId);
  await waitFor(() => isThere(digest), { what: 'the schedule of the digest' });
  await world.temporal.connection.operatorService.removeSearchAttributes({
    namespace,
    searchAttributes: ['CurrentStepId', 'JourneyVersion'],
  });
  const ids = [...Object.values(scheduleIds), digest];
  await Promise.all(ids.map((id) => world.temporal.schedule.getHandle(id).delete()));
  await waitFor(async () => (await attributes()).length === Object.keys(searchAttributeTypes).length, {
    what: 'the search attributes',
  });
  for (const id of ids) await waitFor(() => isThere(id), { what: id });
  // Otherwise its rounds would block those of the other tests.
  await worker.stop();
});

test('the schedule of an earlier release is removed, also if an older worker creates it again', async () => {
  const scheduleId = 'reconcile-executions';
  const { taskQueue, workflowType } = { taskQueue: taskQueues.maintenance, workflowType: workflowTypes.maintenance };
  const args = [{ act: 'reconcileExecutions', input: { limit: 2_000 } }];
  const create = () =>
    createSchedule(world.temporal, {
      scheduleId,
      spec: { intervals: [{ every: '1 day' }] },
      action: { type: 'startWorkflow', workflowType, taskQueue, args },
    });
  await create();
  const worker = await world.startWorker({ RECONCILE_EVERY_SECONDS: '1' });
  await waitFor(async () => !(await isThere(scheduleId)), { what: 'the schedule to be removed' });
  await create();
  // A run that the schedule started before it was removed ends as before.
  const run = await world.temporal.workflow.start(workflowType, { taskQueue, args, workflowId: 'old-reconciliation' });
  expect(await run.result()).toBeUndefined();
  await waitFor(async () => !(await isThere(scheduleId)), { what: 'the schedule to be removed again' });
  await worker.stop();
});

/** The pause after a round. The timer of this unusual length shows that a round is over. */
const everyMs = 54_321;
const retryMs = 5_432;

const upkeepOf = (tasks: Record<string, () => Promise<unknown>>) =>
  startUpkeep({
    client: world.temporal,
    database: world.database,
    logger: createLogger('worker', 'silent'),
    everyMs,
    retryMs,
    tasks,
  });

test('one process runs a round at a time, and any process runs the next one', async () => {
  const timers = holdTimers(everyMs);
  let isBegun = false;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let others = 0;
  const first = upkeepOf({
    blocks: () => {
      isBegun = true;
      return ended;
    },
  });
  let second: Upkeep | undefined;
  try {
    await waitFor(() => isBegun);
    second = upkeepOf({ count: () => Promise.resolve((others += 1)) });
    // The second process skips its round and waits for the next one.
    await waitFor(() => timers.waiting() === 1);
    expect(others).toBe(0);
    end();
    await waitFor(() => timers.waiting() === 2);
    timers.elapse();
    await waitFor(() => others > 0 || timers.waiting() === 2);
  } finally {
    end();
    timers.release();
    await Promise.all([first.stop(), second?.stop()]);
  }
});

test('a failed task does not block the others, and the round is repeated soon', async () => {
  const soon = holdTimers(retryMs);
  let done = 0;
  let tries = 0;
  const upkeep = upkeepOf({
    fails: () => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('Temporal is away')) : Promise.resolve();
    },
    works: () => Promise.resolve((done += 1)),
  });
  try {
    await waitFor(() => soon.waiting() === 1);
    expect([tries, done]).toEqual([1, 1]);
    soon.elapse();
    await waitFor(() => done === 2);
  } finally {
    soon.release();
    await upkeep.stop();
  }
});

test('calls of a task leave no listener behind for later tasks', async () => {
  const timers = holdTimers(everyMs);
  const given = jest.spyOn(world.temporal, 'withAbortSignal');
  const left: number[] = [];
  const task = async (): Promise<void> => {
    left.push(getEventListeners(given.mock.lastCall![0], 'abort').length);
    await world.temporal.workflowService.getSystemInfo({});
  };
  const upkeep = upkeepOf({ first: task, second: task });
  try {
    await waitFor(() => timers.waiting() > 0);
    expect(left).toEqual([0, 0]);
  } finally {
    given.mockRestore();
    timers.release();
    await upkeep.stop();
  }
});

test('stopping aborts the calls of the running task', async () => {
  const given = jest.spyOn(world.temporal, 'withAbortSignal');
  let isBegun = false;
  const upkeep = upkeepOf({
    neverEnds: () => {
      isBegun = true;
      return new Promise((_, reject) => given.mock.lastCall![0].addEventListener('abort', reject));
    },
  });
  try {
    await waitFor(() => isBegun);
  } finally {
    await upkeep.stop();
    given.mockRestore();
  }
});
