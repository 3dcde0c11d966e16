import { continueHistory } from '../../operations/conversions/history';
import { countCompletions } from '../support/count-completions';
import { connect } from '../../db/connection/pool';
import { countLockWaits } from '../support/lock-waits';
import { startProcess, type StartedProcess } from '../support/process';
import { readMatches, recountMatches } from '../support/recount-completions';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** More events than one request matches. */
const events = 52_000;

const processes: StartedProcess[] = [];

afterAll(async () => {
  for (const started of processes) {
    started.kill('SIGKILL');
    await started.exited;
  }
});

const world = useWorld();

const startWorker = async (): Promise<StartedProcess> => {
  const started = await startProcess({ entry: 'worker/main.ts', env: { ...world.environment, OUTBOX_POLL_MS: '100' } });
  processes.push(started);
  return started;
};
const read = async (id: string) => (await world.api.get(`/api/conversion-goals/${id}`)).body;
const isMatched = (id: string): Promise<unknown> =>
  waitFor(async () => (await read(id)).backfill.status === 'completed', {
    what: 'a matched history',
  });
const rows = async (): Promise<number> =>
  Number((await world.database('conversion_completions').count('* as n'))[0]?.['n']);

test('a worker killed during a long history match: another one continues, and every event counts once', async () => {
  const { database, demo } = world;
  const { workspaceId } = demo;
  await database.raw(
    `insert into events (workspace_id, occurred_at, id, received_at, type, visitor_id, data)
     select ?, now() - n * interval '1 minute', 'evt_' || n, now(), 'purchase', 'v' || n % 900,
            jsonb_build_object('plan', case when n % 4 = 0 then 'pro' else 'free' end)
       from generate_series(1, ?) n`,
    [workspaceId, events],
  );
  const { body } = await world.api.post('/api/conversion-goals', { name: 'Purchase', eventType: 'purchase' });
  const { id } = body;
  expect(body.backfill).toEqual({ status: 'running', doneDays: 0, totalDays: 37 });
  expect(await continueHistory({ database }, { workspaceId, id })).toBe(true);
  expect((await read(id)).backfill).toEqual({ status: 'running', doneDays: 3, totalDays: 37 });

  // Another connection locks the conversion, so that the worker stops between a portion's completions and its end.
  const holder = connect({ url: world.databaseUrl, poolSize: 1, applicationName: 'holder' });
  const held = await holder.transaction();
  await held.raw(`select from conversions where id = ? for update`, [id]);
  const doomed = await startWorker();
  const portion = { query: '%update "conversions"%', application: 'apex-worker' };
  await waitFor(async () => (await countLockWaits(database, portion)) > 0, {
    what: 'a worker in the middle of a portion',
  });
  doomed.kill('SIGKILL');
  await doomed.exited;
  await held.rollback();
  await holder.destroy();

  await startWorker();
  await isMatched(id);
  expect(await countCompletions(database, workspaceId, id)).toMatchObject({ completions: events, subjects: 900 });

  await world.api.patch(`/api/conversion-goals/${id}`, { conditions: { plan: 'pro' } });
  await isMatched(id);
  expect(await countCompletions(database, workspaceId, id)).toMatchObject({ completions: events / 4 });
  expect(await readMatches(database, workspaceId)).toEqual(await recountMatches(database, workspaceId));
  await waitFor(async () => (await rows()) === events / 4, { what: 'old completions to be gone' });
  const handle = world.temporal.workflow.getHandle(`conversions/${workspaceId}/${id}`);
  expect(await handle.result()).toEqual({ isDone: true, doneDays: 37, totalDays: 37 });
});
