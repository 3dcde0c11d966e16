import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Client } from '@temporalio/client';
import { findFreePort } from '../../dev/free-port';
import { createLogger } from '../../logging';
import { enqueue } from '../../db/outbox/outbox';
import { openTemporalConnection } from '../../temporal/client-connection';
import { temporalAt } from '../../temporal/settings';
import { startOutboxDispatcher } from '../../worker/outbox';
import { entryArguments } from '../support/run-entry';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** Error messages for operators when the worker cannot start or cannot reach Temporal. */

const world = useWorld();

/** @returns how a worker ended, and its output without its log and Node's warnings */
async function failedStart(overrides: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['--no-warnings', ...entryArguments('worker/main.ts')], {
    cwd: path.resolve(__dirname, '../..'),
    env: { ...process.env, ...world.environment, ...overrides },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let written = '';
  child.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, written };
}

test('a worker without Temporal prints the address and the remedy in one line', async () => {
  const address = `127.0.0.1:${await findFreePort(0)}`;
  const { code, written } = await failedStart({ TEMPORAL_ADDRESS: address });
  expect(code).toBe(1);
  expect(written).toMatch(/^Temporal does not respond at [^\n]+: start it, or set TEMPORAL_ADDRESS\.\n$/);
  expect(written).toContain(address);
});

test('a worker with a port in use prints it in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, written } = await failedStart({ WORKER_PORT: String(port) });
  other.close();
  expect({ code, written }).toEqual({
    code: 1,
    written: `Port ${port} is in use: stop the other program or set WORKER_PORT.\n`,
  });
});

test('while Temporal is unavailable each command stores the cause of its last failure', async () => {
  const address = `127.0.0.1:${await findFreePort(0)}`;
  const connection = openTemporalConnection(temporalAt(address, 'default'), { retries: false });
  const { workspaceId } = world.demo;
  await enqueue(world.database, [{ workspaceId, kind: 'start_erasure', subjectId: 'era_of_this_test' }]);
  const unused = { sync: () => Promise.reject(new Error('not part of this test')) } as never;
  const dispatcher = startOutboxDispatcher({
    database: world.database,
    listenUrl: world.databaseUrl,
    pollMs: 1_000,
    digestSchedules: unused,
    connectionSchedules: unused,
    logger: createLogger('worker', 'silent'),
    client: new Client({ connection }),
    publicUrl: 'http://apex.test',
  });
  try {
    const row = await waitFor(() =>
      world.database('outbox').where({ subject_id: 'era_of_this_test' }).whereNotNull('last_error').first(),
    );
    expect(row.last_error).toMatch(/UNAVAILABLE.*ECONNREFUSED/s);
    expect(row.last_error).toContain(address);
  } finally {
    await dispatcher.stop();
    await connection.close();
    await world.database('outbox').where({ subject_id: 'era_of_this_test' }).delete();
  }
});
