import { createPerson } from '../support/journeys';
import { startProcess, type StartedProcess } from '../support/process';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** A file of 100,000 people, of which one in a hundred is wrong, while workers are killed. */

const rows = 100_000;
const workers: StartedProcess[] = [];
const world = useWorld();

afterAll(async () => {
  for (const worker of workers) await kill(worker);
});

async function startWorker(): Promise<StartedProcess> {
  const worker = await startProcess({ entry: 'worker/main.ts', env: world.environment });
  workers.push(worker);
  return worker;
}

async function kill(worker: StartedProcess): Promise<void> {
  worker.kill('SIGKILL');
  await worker.exited;
}

test('each row is imported exactly once, although workers are killed', async () => {
  // A fifth of the rows belong to people who exist.
  await world.database.raw(
    `insert into end_users (workspace_id, id, email, attributes)
     select ?, 'eus_known_' || n, 'person' || n || '@example.com', '{"visits": 1}' from generate_series(1, ?) n`,
    [world.demo.workspaceId, rows / 5],
  );
  const before = await createPerson(world);
  const lines = Array.from({ length: rows }, (_, index) =>
    (index + 1) % 100 === 0 ? `wrong ${index},x` : `person${index + 1}@example.com,pro`,
  );
  const consent = encodeURIComponent(JSON.stringify({ marketing: true, source: 'list' }));
  const { status, body } = await world.api.raw(`/api/end-users/import?consent=${consent}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${world.demo.serverKey}` },
    body: `email,plan\n${lines.join('\n')}\n`,
  });
  expect([status, body]).toEqual([202, { importId: expect.any(String) }]);
  const read = async () => (await world.api.get(`/api/end-users/imports/${body.importId}`)).body;
  const done = async () => {
    const { created, updated, rejected } = await read();
    return Number(created) + Number(updated) + Number(rejected);
  };
  const startedAt = performance.now();
  let worker = await startWorker();
  for (const part of [4, 2]) {
    await waitFor(async () => (await done()) > rows / part, { what: `one ${part}th of the rows`, timeoutMs: 300_000 });
    await kill(worker);
    worker = await startWorker();
  }
  await waitFor(async () => (await read()).status === 'completed', { what: 'the end', timeoutMs: 300_000 });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${rows} rows in ${seconds} s, with two kills`);
  const wrong = rows / 100;
  const known = rows / 5 - wrong / 5;
  expect(await read()).toMatchObject({
    total: rows,
    rejected: wrong,
    updated: known,
    created: rows - wrong - known,
    unchanged: 0,
  });
  const [counts] = (
    await world.database.raw(
      `select count(*)::int as people, count(distinct email)::int as emails,
              count(*) filter (where attributes ->> 'plan' = 'pro')::int as imported
         from end_users where workspace_id = ? and id <> ?`,
      [world.demo.workspaceId, before.id],
    )
  ).rows;
  // The known people with the number of a wrong row stay as they were.
  expect(counts).toEqual({
    people: rows - wrong + wrong / 5,
    emails: rows - wrong + wrong / 5,
    imported: rows - wrong,
  });
}, 900_000);
