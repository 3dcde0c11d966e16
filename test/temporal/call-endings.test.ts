import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { openTemporalConnection } from '../../temporal/client-connection';
import { temporalAt } from '../../temporal/settings';
import { findFreePort } from '../../dev/free-port';
import { waitFor } from '../support/wait-for';

/** How calls end in a process that stops while Temporal is unavailable. */

const cancelled = 1;
const deadlineExceeded = 4;
const unavailable = 14;

afterEach(() => jest.restoreAllMocks());

async function connectionToUnusedPort() {
  const connection = openTemporalConnection(temporalAt(`127.0.0.1:${await findFreePort(0)}`, 'default'));
  let outcome: unknown;
  const call = connection.workflowService.getSystemInfo({}).catch((error: unknown) => {
    outcome = error;
  });
  return { connection, call, outcome: () => outcome };
}

test('a call that would be retried is cancelled when its connection is closed', async () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const { connection, call, outcome } = await connectionToUnusedPort();
  // The client has seen the first failure, and waits before its retry.
  await waitFor(() => timers.mock.calls.some(([callback]) => callback.name === 'retry'), { what: 'the first failure' });
  expect(outcome()).toBeUndefined();
  await connection.close();
  await call;
  expect(outcome()).toMatchObject({ code: cancelled, details: 'Channel has been shut down' });
});

test('a call on a closed connection is cancelled', async () => {
  const connection = openTemporalConnection(temporalAt('127.0.0.1:1', 'default'));
  await connection.close();
  await expect(connection.workflowService.getSystemInfo({})).rejects.toMatchObject({ code: cancelled });
});

test('a call that is retried until its deadline reports why it failed', async () => {
  const settings = temporalAt(`127.0.0.1:${await findFreePort(0)}`, 'default');
  const connection = openTemporalConnection(settings, { callTimeoutMs: 3_000 });
  await expect(connection.workflowService.getSystemInfo({})).rejects.toMatchObject({ code: unavailable });
  await connection.close();
});

test('a call without retries reports the first failure', async () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const settings = temporalAt(`127.0.0.1:${await findFreePort(0)}`, 'default');
  const connection = openTemporalConnection(settings, { retries: false });
  await expect(connection.workflowService.getSystemInfo({})).rejects.toMatchObject({ code: unavailable });
  expect(timers.mock.calls.some(([callback]) => callback.name === 'retry')).toBe(false);
  await connection.close();
});

test('a call to an unresponsive server times out, without an AsyncLocalStorage', async () => {
  const runs = jest.spyOn(AsyncLocalStorage.prototype, 'run');
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const connection = openTemporalConnection(temporalAt(`127.0.0.1:${port}`, 'default'), { callTimeoutMs: 50 });
  await expect(connection.workflowService.getSystemInfo({})).rejects.toMatchObject({ code: deadlineExceeded });
  await connection.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
  await once(silent, 'close');
  expect(runs).not.toHaveBeenCalled();
});
