import { Readable } from 'node:stream';
import { reconcileExecutions } from '../../operations/journeys/reconcile-executions';
import type { Workflows, WorkflowState } from '../../operations/workflows-port';
import { createExecutionAt } from '../support/executions';
import { useWorld } from '../support/world';

/** The work of a round, by what Temporal reports. No worker runs, so only the test runs rounds. */

const world = useWorld();
const steps = [
  { id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' },
  { id: 'end', kind: 'exit' },
];
const running = 600;
let first: Awaited<ReturnType<typeof createExecutionAt>>;

beforeAll(async () => {
  first = await createExecutionAt(world, 'pause', steps);
  await world.database.raw(
    `insert into executions (workspace_id, id, journey_id, version, end_user_id, exclusive, current_step_id)
     select workspace_id, id || n, journey_id, version, end_user_id, false, current_step_id
       from executions, generate_series(2, ?) n where id = ?`,
    [running, first.executionId],
  );
});

beforeEach(async () => {
  await world.database('outbox').delete();
  await world.database('executions').update({ status: 'RUNNING', ended_at: null, reconciled_at: new Date(0) });
});

/** Runs a round with a Temporal that reports the given state for every workflow, and the given closed workflows. */
async function round(state: WorkflowState, closed: { workspaceId: string; id: string }[] = []) {
  const periods: { from: Date; until: Date }[] = [];
  let described = 0;
  const workflows = {
    describe: () => {
      described += 1;
      return Promise.resolve(state);
    },
    listClosed(from: Date, until: Date) {
      periods.push({ from, until });
      return Readable.from(closed);
    },
  } satisfies Partial<Workflows>;
  const { signal } = new AbortController();
  const context = { database: world.database, workflows: workflows as unknown as Workflows, signal };
  const result = await reconcileExecutions(context, { limit: 550, recheckAfterSeconds: 60 });
  return { result, described, periods };
}

test('a round compares a sample, and compares more while executions have lost their workflow', async () => {
  expect((await round('running')).described).toBe(100);
  // The next round compares others.
  expect((await round('running')).described).toBe(100);
  const { result, described } = await round('gone');
  expect([described, result.restarted]).toEqual([400, 400]);
  expect(await world.database('outbox').where({ kind: 'start_execution' })).toHaveLength(400);
});

test('a round compares at most its limit', async () => {
  expect((await round('gone')).result).toMatchObject({ checked: 550, restarted: 550 });
});

test('workflows that closed are recorded, except those that the outbox has yet to start', async () => {
  const { workspaceId, executionId: id } = first;
  await world.database('executions').update({ reconciled_at: 'infinity' });
  const others = [2, 3].map((n) => ({ workspaceId, id: `${id}${n}` }));
  await world
    .database('outbox')
    .insert({ workspace_id: workspaceId, kind: 'start_execution', subject_id: others[0]!.id });
  const { result } = await round('terminated', [{ workspaceId, id }, ...others, { workspaceId, id: 'exe_unknown' }]);
  expect(result).toMatchObject({ checked: 2, ended: 2 });
  const ended = await world.database('executions').where({ status: 'TERMINATED' }).orderBy('id').select('id');
  expect(ended).toEqual([{ id }, { id: others[1]!.id }]);
  // Their ends are recorded, so nothing is compared again.
  expect((await round('terminated', [{ workspaceId, id }])).described).toBe(0);
});

test('each round continues a minute before the end of the last one; after a pause, by the hour', async () => {
  const [recent] = (await round('running')).periods;
  const { periods } = await round('running');
  expect(periods).toHaveLength(1);
  expect(periods[0]!.from.getTime()).toBe(recent!.until.getTime() - 60_000);

  const paused = new Date(Date.now() - 5_400_000);
  await world.database('reconciler').update({ closed_until: paused });
  const resumed = (await round('running')).periods;
  expect(resumed.map(({ from }) => from.getTime() - paused.getTime())).toEqual([-60_000, 3_540_000]);
  expect(Date.now() - resumed[1]!.until.getTime()).toBeLessThan(60_000);
});
