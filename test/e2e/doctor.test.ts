import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '../../db/connection/pool';
import { outboxBacklog } from '../../db/outbox/outbox';
import type { Finding } from '../../tools/doctor/finding';
import { scheduleIds } from '../../workflows/contract/maintenance';
import { createCertificates, readCertificate } from '../support/certificates';
import { statesOf } from '../support/run-areas';
import { type Ended, runEntry } from '../support/run-entry';
import { waitFor } from '../support/wait-for';
import { createWorld, useWorld } from '../support/world';

const world = useWorld();
const temporary = mkdtempSync(path.join(tmpdir(), 'apex-doctor-'));

const newFolder = (): string => mkdtempSync(path.join(temporary, 'folder-'));

afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/**
 * Runs `npm run doctor -- …` as an operator does, or directly the program that it starts after it has found the
 * service.
 */
function doctor(words: string[], environment: NodeJS.ProcessEnv, entry = 'dev/doctor.ts'): Promise<Ended> {
  return runEntry(entry, words, environment);
}

const ofWorld = (overrides: NodeJS.ProcessEnv = {}, { environment, apiUrl } = world): NodeJS.ProcessEnv => ({
  ...environment,
  PUBLIC_URL: apiUrl,
  ...overrides,
});

async function findings(words: string[], environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const entry = environment['DATABASE_URL'] === '' ? 'dev/doctor.ts' : 'tools/doctor.ts';
  const { stdout } = await doctor(['--json', ...words], environment, entry);
  return (JSON.parse(stdout) as { findings: Finding[] }).findings;
}

test('a running installation passes, and one without a worker does not', async () => {
  const before = await doctor([], ofWorld());
  expect(before.stdout).toMatch(
    /problem +workers +no worker polls for workflow tasks of journeys, [^]*→ start a worker/,
  );
  expect(before.stdout).toMatch(/problem +schedules +missing: update-rollups, /);
  expect([before.code, before.stderr]).toEqual([1, '']);

  const worker = await world.startWorker();
  await waitFor(async () => (await outboxBacklog(world.database)).commands === 0, { what: 'an empty outbox' });
  const folder = newFolder();
  const [backup, empty] = [path.join(folder, 'monday.dump'), path.join(folder, 'empty')];
  writeFileSync(backup, 'a dump');
  const all = await findings(['--data', folder, '--backups', folder], ofWorld());
  const inOrder = all.filter(({ state }) => state === 'ok').map(({ area, check }) => `${area} ${check}`);
  expect(inOrder).toEqual(
    expect.arrayContaining([
      'API PUBLIC_URL',
      'API readiness',
      'Temporal server',
      'Temporal workers',
      'Temporal schedules',
      'Temporal search attributes',
      'Temporal executions',
      'Mail provider',
      'Storage disk',
      'Storage backups',
      'PostgreSQL schema',
      'PostgreSQL partitions',
      'PostgreSQL outbox',
    ]),
  );
  // Tests run PostgreSQL without durability, which the doctor reports as a problem.
  expect(all.filter(({ state }) => state === 'problem').map(({ check }) => check)).toEqual(['durability']);

  await world.temporal.schedule.getHandle(scheduleIds.updateRollups).pause();
  const dayAgo = new Date(Date.now() - 30 * 3_600_000);
  utimesSync(backup, dayAgo, dayAgo);
  writeFileSync(empty, '');
  const later = statesOf(await findings(['--backups', folder], ofWorld()));
  expect(later).toMatchObject({
    'Temporal schedules': 'warning',
    'Storage backups': 'problem',
    'Storage disk': 'skipped',
  });
  const patient = statesOf(await findings(['--backups', folder, '--backup-hours', '48'], ofWorld()));
  expect(patient).toMatchObject({ 'Storage backups': 'ok' });
  await worker.stop();
});

test('stalled work is found in the database', async () => {
  const other = await createWorld({ temporal: false });
  const { database, demo } = other;
  try {
    await database('outbox').delete();
    await database.raw(
      `insert into outbox (workspace_id, kind, subject_id, attempts, last_error, created_at, available_at)
       values (?, 'start_execution', 'exe_1', 7, ?, now() - interval '5 minutes', now() + interval '1 hour')`,
      [demo.workspaceId, 'Temporal is away\n  at somewhere'],
    );
    await database.raw(
      `insert into ad_connections (workspace_id, id, connector_type, name, account_id, status, credentials, credentials_key_id, last_error)
       values (?, 'con_1', 'google_ads', 'Search', '1', 'error', '', 'test', 'The token has expired.')`,
      [demo.workspaceId],
    );
    await database('webhook_hosts').insert({
      workspace_id: demo.workspaceId,
      host: 'crm.example.com',
      failures: 10,
      reason: 'timeout',
      paused_at: new Date(),
      probe_at: new Date(),
      probe_every_ms: 60_000,
    });
    await database.raw('drop table ??', [await lastPartition(database)]);
    const { stdout, code } = await doctor([], ofWorld({}, other));
    expect(stdout).toMatch(
      /problem +outbox +1 command, the oldest waiting for 3\d\d s; start_execution after 7 attempts: Temporal is away\n/,
    );
    expect(stdout).toMatch(
      /problem +starts +1 execution not started; exe_1 of wsp_\w+ has been waiting for 3\d\d s, 7 attempts: Temporal is away\n/,
    );
    expect(stdout).toMatch(/warning +webhook hosts +paused: crm\.example\.com of wsp_\w+ since \S+ \(timeout\)\n/);
    expect(stdout).toMatch(/warning +ad platforms +Search of wsp_\w+ \(The token has expired\.\)/);
    expect(stdout).toMatch(/warning +partitions +no event partition for \d{4}-\d\d\n/);
    expect(code).toBe(1);
  } finally {
    await other.stop();
  }
});

async function lastPartition(database: Database): Promise<string> {
  const { rows } = await database.raw<{ rows: { name: string }[] }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'events'::regclass and c.relname ~ '^events_\\d{4}_\\d{2}$' order by name desc limit 1`,
  );
  return rows[0]!.name;
}

test('each unreachable part is one problem, and its other checks are skipped', async () => {
  const nowhere = '127.0.0.1:1';
  const environment = ofWorld({
    PUBLIC_URL: `http://${nowhere}`,
    TEMPORAL_ADDRESS: nowhere,
    SES_ENDPOINT: `http://${nowhere}`,
    DATABASE_URL: `postgres://user:secret@${nowhere}/apex`,
  });
  const all = await findings([], environment);
  const problems = all.filter(({ state }) => state === 'problem').map(({ area, check }) => `${area} ${check}`);
  expect(problems).toEqual([
    'PostgreSQL server',
    'Temporal server',
    'API PUBLIC_URL',
    'Mail provider',
    'Storage backups',
  ]);
  expect(all.filter(({ state }) => state === 'ok')).toEqual([]);
  const withSmtp = await findings([], { ...environment, SMTP_URL: `smtp://user:secret@${nowhere}` });
  expect(statesOf(withSmtp)['Mail provider']).toBe('problem');
  expect(JSON.stringify([all, withSmtp])).not.toContain('secret');
});

test('a certificate that expires soon is a warning', async () => {
  const certificates = createCertificates();
  const authority = certificates.createAuthority('authority');
  const server = createServer(readCertificate(authority.issue('api', { days: 5 })), (_, response) =>
    response.end('{}'),
  );
  server.listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const environment = ofWorld({
      PUBLIC_URL: `https://localhost:${(server.address() as AddressInfo).port}`,
      NODE_EXTRA_CA_CERTS: authority.certificate,
    });
    const all = await findings([], environment);
    expect(all.find(({ check }) => check === 'certificate')).toMatchObject({ state: 'warning', remedy: 'renew it' });
  } finally {
    server.closeAllConnections();
    server.close();
    certificates.remove();
  }
});

test('without settings it checks the service of npm start, and reports a missing one', async () => {
  const folder = newFolder();
  const environment = { DATABASE_URL: '', DATA_DIR: folder };
  const none = await doctor([], environment);
  expect(none).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('has no service of npm start') });
  const wrong = await doctor(['--what'], ofWorld());
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage:') });
  const { demo, databaseUrl, temporalAddress, sesEndpoint, apiUrl } = world;
  const credentials = {
    ...demo,
    baseUrl: apiUrl,
    syncApiKey: 'unused',
    temporalUiUrl: 'http://127.0.0.1:8233',
    temporalAddress,
    databaseUrl,
    mailUrl: sesEndpoint,
  };
  writeFileSync(path.join(folder, 'credentials.json'), JSON.stringify(credentials));
  const found = statesOf(await findings([], environment));
  expect(found).toMatchObject({
    'API PUBLIC_URL': 'ok',
    'PostgreSQL schema': 'ok',
    'Storage disk': 'ok',
    'Mail provider': 'ok',
  });
});
