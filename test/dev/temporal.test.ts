import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild, type Child, type ChildSpec } from '../../dev/child';
import { findTemporalCli } from '../../dev/find-temporal-cli';
import { findFreePort } from '../../dev/free-port';
import { startTemporal } from '../../dev/temporal';
import { temporaryFolder } from './temporary-folder';

const root = temporaryFolder();

let taker: Server | undefined;

afterAll(() => taker?.close());

/** Listens on a port as another program's server, and forwards to the server of the tests. */
function takePort(port: number): void {
  const [host = '', serverPort] = (process.env['TEST_TEMPORAL_ADDRESS'] ?? '').split(':');
  taker = createServer((socket) => {
    const there = connect(Number(serverPort), host);
    for (const end of [socket, there]) end.on('error', () => end.destroy());
    socket.pipe(there).pipe(socket);
  });
  taker.listen(port, '127.0.0.1');
}

test('a port taken by another server is not used, even though that server responds', async () => {
  const fallbackCache = path.join(tmpdir(), 'apex-cache');
  const cli = await findTemporalCli({ environment: process.env, fallbackCache, report: () => undefined });
  const wanted = await findFreePort(0);
  const spawn = (spec: ChildSpec): Child => {
    if (taker !== undefined) return startChild(spec);
    takePort(wanted);
    // On a busy machine the other server responds before this one finds the port taken.
    return startChild({
      ...spec,
      command: '/bin/sh',
      args: ['-c', 'sleep 1; exec "$@"', 'sh', spec.command, ...spec.args],
    });
  };
  const temporal = await startTemporal({
    cli,
    dataDir: path.join(root, 'data'),
    namespace: 'default',
    spawn,
    inMemory: true,
    preferredPorts: wanted,
    preferredUiPorts: 0,
  });
  try {
    expect(temporal.port).not.toBe(wanted);
    expect(temporal.child.process.exitCode).toBeNull();
  } finally {
    await temporal.stop();
  }
});
