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

test('the usual port is taken when free', async () => {
  // Between two looks another process may take a port that was free.
  await waitFor(async () => {
    const port = await findFreePort(0);
    return (await findFreePort(port)) === port;
  });
});

test('a busy port is left for another', async () => {
  expect(await isPortFree(taken)).toBe(false);
  await waitFor(async () => {
    const port = await findFreePort(taken);
    expect(port).not.toBe(taken);
    return isPortFree(port);
  });
});

test('of several preferred ports the first that is free is taken', async () => {
  await waitFor(async () => {
    const port = await findFreePort(0);
    return (await findFreePort([0, taken, port, 1])) === port;
  });
});

test('any port is one that no connection is given, and a different one each time', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, () => findFreePort(0)));
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

test('an address that is not of this machine is an error, not a busy port', async () => {
  await expect(isPortFree(0, '192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL');
});
