import { createServer, type Server } from 'node:net';
import { findFreePort, isPortFree } from '../../dev/free-port';
import { waitFor } from '../support/wait-for';

let holder: Server;
let taken: number;

beforeAll(async () => {
  holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  taken = (holder.address() as { port: number }).port;
});

afterAll(() => new Promise((resolve) => holder.close(resolve)));

test('the usual port is used if it is free', async () => {
  // Another process may take a free port between the check and its use.
  await waitFor(async () => {
    const port = await findFreePort(0);
    return (await findFreePort(port)) === port;
  });
});

test('a busy port is replaced by another', async () => {
  expect(await isPortFree(taken)).toBe(false);
  await waitFor(async () => {
    const port = await findFreePort(taken);
    expect(port).not.toBe(taken);
    return isPortFree(port);
  });
});

test('the first free port of several preferred ones is used', async () => {
  await waitFor(async () => {
    const port = await findFreePort(0);
    return (await findFreePort([0, taken, port, 1])) === port;
  });
});

test('an arbitrary port is outside the range of client connections, and different each time', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, () => findFreePort(0)));
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

test('an address of another machine is an error, not a busy port', async () => {
  await expect(isPortFree(0, '192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL');
});
