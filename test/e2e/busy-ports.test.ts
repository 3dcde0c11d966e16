import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { findFreePort } from '../../dev/free-port';
import { startInfrastructure } from '../../dev/infrastructure';
import { readPorts, writePorts, type Ports } from '../../dev/ports';
import { servicePassword } from '../../dev/postgres-role';
import { loadStackSettings } from '../../dev/stack-settings';
import { Supervisor } from '../../dev/supervisor';
import { temporaryFolder } from '../dev/temporary-folder';

const root = temporaryFolder();
const newFolder = () => mkdtempSync(path.join(root, 'data-'));

const postgresPassword = 'only-for-this-run';

/** Starts the parts in a folder, and stops them. @returns their addresses */
async function startOnce(dataDir: string) {
  const supervisor = new Supervisor(dataDir);
  const settings = loadStackSettings({ DATA_DIR: dataDir }, dataDir);
  try {
    return await startInfrastructure({
      settings,
      postgresPassword,
      supervisor,
      report: () => undefined,
    });
  } finally {
    await supervisor.stopAll({ maxGraceMs: 30_000 });
  }
}

const addressesAt = ({ postgres, temporal, temporalUi, mail }: Ports) => ({
  databaseUrl: `postgres://apex:${servicePassword(postgresPassword)}@127.0.0.1:${postgres}/apex`,
  temporalAddress: `127.0.0.1:${temporal}`,
  temporalUiUrl: `http://127.0.0.1:${temporalUi}`,
  sesEndpoint: `http://127.0.0.1:${mail}`,
  mailIsEmbedded: true,
});

/** Listens on each port that is free, as another program would. @returns a function that closes the ports */
async function occupy(ports: readonly number[]): Promise<() => Promise<unknown>> {
  const servers = ports.map(() => createServer());
  await Promise.all(
    servers.map(
      (server, index) =>
        new Promise<void>((resolve) =>
          server.once('error', () => resolve()).listen(ports[index], '127.0.0.1', resolve),
        ),
    ),
  );
  return () => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
}

/** The default ports of PostgreSQL, Temporal's UI and mail. Other programs on this machine may use them at any time. */
const usualPorts = [5432, 8233, 8005];

test('parts reuse the ports of their last start; if those are busy, they keep the new ones', async () => {
  const dataDir = newFolder();
  const [postgres = 0, temporal = 0, temporalUi = 0, mail = 0] = await Promise.all(
    Array.from({ length: 4 }, () => findFreePort(0)),
  );
  writePorts(dataDir, { postgres, temporal, temporalUi, mail });
  expect(await startOnce(dataDir)).toEqual(addressesAt({ postgres, temporal, temporalUi, mail }));

  const release = await occupy([postgres, temporalUi, mail, ...usualPorts]);
  const moved = await startOnce(dataDir);
  const ports = readPorts(dataDir);
  expect(moved).toEqual(addressesAt(ports));
  expect(ports.temporal).toBe(temporal);
  expect([ports.postgres, ports.temporalUi, ports.mail]).not.toEqual(
    expect.arrayContaining([postgres, temporalUi, mail]),
  );
  await release();
  expect(await startOnce(dataDir)).toEqual(moved);
});
