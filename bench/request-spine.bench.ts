import { connect } from '../db/connection/pool';
import { migrate } from '../db/migrate';
import { seedDemoWorkspace } from '../dev/seed';
import { startProcess } from '../test/support/process';
import { startTestServers } from '../test/support/test-servers';
import { load } from './load';

/**
 * Measures the overhead of the API's request handling (ids, log, access, validation, presentation) on a keyed read,
 * compared with bare Koa and the same reads.
 */

const measured = { connections: 16, seconds: 6 };

async function main(): Promise<void> {
  const servers = await startTestServers();
  try {
    const databaseUrl = servers.databaseUrl.replace(/\/[^/]*$/, '/apex');
    await migrate(databaseUrl);
    const secrets = { SYNC_API_KEY: 'bench-secret-0123456789', SESSION_SECRET: 'bench-secret-0123456789' };
    const pepper = 'bench-pepper-0123456789';
    const demo = await seedDemoWorkspace({ databaseUrl, keyPepper: pepper });
    const database = connect({ url: databaseUrl, poolSize: 1, applicationName: 'apex-bench' });
    const key = await database('api_keys').where({ kind: 'secret' }).first<{ id: string }>('id');
    await database.destroy();
    const floor = await startProcess({
      entry: 'bench/floor-server.ts',
      env: { DATABASE_URL: databaseUrl, WORKSPACE_ID: demo.workspaceId, KEY_ID: key.id },
    });
    const api = await startProcess({
      entry: 'api/server.ts',
      env: {
        ...secrets,
        KEY_PEPPER: pepper,
        LINK_SECRET: 'bench-secret-0123456789',
        DATABASE_URL: databaseUrl,
        TEMPORAL_ADDRESS: servers.temporalAddress,
        SES_ENDPOINT: servers.sesEndpoint,
        PORT: '0',
        NODE_ENV: 'production',
        RATE_LIMIT_READ: '1000000',
      },
    });
    const urls = {
      floor: `http://127.0.0.1:${floor.ready.port}/`,
      api: `http://127.0.0.1:${api.ready.port}/api/workspace`,
    };
    const headers = { 'x-api-key': demo.serverKey };
    for (const url of Object.values(urls)) await load(url, { ...measured, seconds: 2, headers });
    const bare = await load(urls.floor, measured);
    const whole = await load(urls.api, { ...measured, headers });
    console.log(
      `bare Koa   ${bare.rate.toFixed(0)}/s, median ${bare.median.toFixed(1)} ms, p99 ${bare.p99.toFixed(1)} ms`,
    );
    console.log(
      `Apex       ${whole.rate.toFixed(0)}/s, median ${whole.median.toFixed(1)} ms, p99 ${whole.p99.toFixed(1)} ms`,
    );
    console.log(
      `request-spine: ${(whole.rate / bare.rate).toFixed(2)} of the floor (rate limit in PostgreSQL included)`,
    );
    await Promise.all([api.stop(), floor.stop()]);
  } finally {
    await servers.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
