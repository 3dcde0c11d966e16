import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

/** Ports in order of preference; 0 for none. */
export type PreferredPorts = number | readonly number[];

/**
 * Below the ports that systems assign to connections (from 32,768 on Linux), so that a free port is still free a moment
 * later.
 */
const anyPorts = { from: 10_000, to: 32_000 };

const attempts = 50;

/** Ports that this process has checked, because the caller may not listen yet. */
const found = new Set<number>();

/** Finds the first free preferred port, otherwise any free port. `preferred: 0` always takes any free port. */
export async function findFreePort(preferred: PreferredPorts, host = '127.0.0.1'): Promise<number> {
  for (const port of [preferred].flat()) {
    if (port !== 0 && (await isPortFree(port, host))) return port;
  }
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(anyPorts.from, anyPorts.to);
    if (found.has(port)) continue;
    found.add(port);
    if (await isPortFree(port, host)) return port;
  }
  return listenBriefly(0, host);
}

/**
 * Checks whether a server can listen on the port now.
 * @throws the system error if the address itself is unusable.
 */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  try {
    await listenBriefly(port, host);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  // Some systems let a second program listen on 127.0.0.1 while another one uses 0.0.0.0, so this also tries to
  // connect.
  return !(await acceptsConnections(port, host));
}

function listenBriefly(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(taken));
    });
  });
}

function acceptsConnections(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const finish = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(1_000, () => finish(false));
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
