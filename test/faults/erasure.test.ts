import { connect } from '../../db/connection/pool';
import { apiClient } from '../support/api-client';
import {
  completedErasure,
  createTracedPerson,
  erase,
  publishWaitingJourneys,
  startRuns,
} from '../support/erasure-subject';
import { countLockWaits } from '../support/lock-waits';
import { startProcess, type StartedProcess } from '../support/process';
import { findInDatabase, findInTemporal } from '../support/traces';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const processes: StartedProcess[] = [];

afterAll(async () => {
  for (const started of processes) {
    started.kill('SIGKILL');
    await started.exited;
  }
});

const world = useWorld();

const start = async (entry: string): Promise<StartedProcess> => {
  const started = await startProcess({ entry, env: { ...world.environment, LOG_LEVEL: 'debug' } });
  processes.push(started);
  return started;
};

test('a worker killed during an erasure: another one completes it, and no log names the person', async () => {
  const api = await start('api/server.ts');
  const apiUrl = `http://127.0.0.1:${api.ready.port}`;
  const logged = { ...world, apiUrl, api: apiClient(apiUrl, world.demo.serverKey) };
  const doomed = await start('worker/main.ts');
  const journeys = await publishWaitingJourneys(logged);
  const person = await createTracedPerson(logged);
  await startRuns(logged, journeys, [person]);

  // Another connection locks a row of the log, so that the erasure stops between its changes.
  const holder = connect({ url: world.databaseUrl, poolSize: 1, applicationName: 'holder' });
  const held = await holder.transaction();
  await held.raw(`select from audit_entries where metadata ->> 'endUserId' = ? for update`, [person.id]);
  const { body } = await erase(logged, { email: person.email });
  await waitFor(
    async () =>
      (await countLockWaits(world.database, { query: '%update audit_entries%', application: 'apex-worker' })) > 0,
    { what: 'an erasure that waits' },
  );
  expect(await findInDatabase(world.database, [person.id])).not.toEqual([]);
  doomed.kill('SIGKILL');
  await doomed.exited;
  await held.rollback();
  await holder.destroy();

  const second = await start('worker/main.ts');
  await completedErasure(logged, body.erasureId);
  expect(await findInDatabase(world.database, person.names)).toEqual([]);
  expect(await findInTemporal(world.temporal, person.names)).toEqual([]);
  const logs = [api, doomed, second].map((one) => one.output().toLowerCase());
  expect(logs.every((log) => log.length > 100)).toBe(true);
  expect(person.names.filter((name) => logs.some((log) => log.includes(name.toLowerCase())))).toEqual([]);
});
