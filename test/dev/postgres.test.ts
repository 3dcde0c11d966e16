import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, type QueryArrayResult } from 'pg';
import { startChild } from '../../dev/child';
import { migrate } from '../../db/migrate';
import { choosePostgresAccount } from '../../dev/postgres-account';
import { findPostgresBinaries } from '../../dev/postgres-binaries';
import { clearPidFile } from '../../dev/postgres-cluster';
import { startPostgres } from '../../dev/postgres';
import { temporaryFolder } from './temporary-folder';

const root = temporaryFolder();
const isRoot = process.getuid?.() === 0;

const password = 'a password: @/?';

function start(dataDir: string, given = password) {
  return startPostgres({
    dataDir,
    password: given,
    spawn: startChild,
    preferredPorts: 0,
    settings: ['fsync=off'],
    initdbFlags: ['--no-sync'],
  });
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const result: QueryArrayResult | QueryArrayResult[] = await client.query({ text, rowMode: 'array' });
    return [result].flat().flatMap(({ rows }) => rows.flat());
  } finally {
    await client.end();
  }
}

/** The data folder of a stopped server. Creating one takes longer than all else in these tests. */
let initialised: string;

beforeAll(async () => {
  initialised = mkdtempSync(path.join(root, 'data-'));
  await (await start(initialised)).stop();
});

test('data survives a stop and a kill, and the data folder may be closed to other users', async () => {
  expect(statSync(initialised).mode & 0o777).toBe(0o700);
  const first = await start(initialised);
  expect(await query(first.url, 'select current_database()')).toEqual(['apex']);
  await query(first.url, 'create table kept as select 1 as n');
  expect(await first.stop()).toEqual({ code: 0, signal: null });

  const second = await start(initialised);
  await query(second.url, 'insert into kept values (2)');
  second.child.kill();
  expect((await second.exited).signal).toBe('SIGKILL');

  const third = await start(initialised);
  expect(await query(third.url, 'select n from kept order by n')).toEqual([1, 2]);
  await third.stop();
  expect(statSync(path.join(initialised, 'postgres')).mode & 0o777).toBe(0o700);
});

test('it is PostgreSQL 18, in UTF-8 and UTC, on loopback only, durable by default', async () => {
  const server = await startPostgres({ dataDir: initialised, password, spawn: startChild, preferredPorts: 0 });
  const settings = [
    'server_version',
    'server_encoding',
    'timezone',
    'listen_addresses',
    'unix_socket_directories',
    'fsync',
  ];
  const values = await query(
    server.adminUrl,
    `select ${settings.map((name) => `current_setting('${name}')`).join(', ')}`,
  );
  expect(values).toEqual([expect.stringMatching(/^18\./), 'UTF8', 'UTC', '127.0.0.1', '', 'on']);
  await server.stop();
});

const denied = /permission denied|must be superuser|must have|only roles with/;

test('the service’s role owns its database, migrates it, and can do nothing else', async () => {
  const server = await start(initialised);
  const role =
    'select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user';
  expect(await query(server.url, role)).toEqual([false, false, false, false, false]);
  await migrate(server.url);
  expect(await query(server.url, 'select count(*)::int from workspaces')).toEqual([0]);
  const refused = [
    "copy (select 1) to program 'true'",
    "select pg_read_file('/etc/hostname')",
    'create role another superuser',
    'alter role apex superuser',
    'alter role postgres password null',
    'create database another',
    "alter system set log_statement = 'all'",
    'set role postgres',
    'create extension file_fdw',
  ];
  for (const statement of refused) await expect(query(server.url, statement)).rejects.toThrow(denied);
  const { password: secret } = new URL(server.url);
  await expect(query(server.url.replace('apex:', 'postgres:'), 'select 1')).rejects.toThrow(/password authentication/);
  expect(server.adminUrl).not.toContain(secret);
  await server.stop();
});

test('in a folder where the service was the superuser, its role becomes the owner of everything', async () => {
  const dataDir = mkdtempSync(path.join(root, 'data-'));
  const first = await start(dataDir);
  await query(first.adminUrl, 'alter database apex owner to postgres');
  await migrate(first.adminUrl);
  await query(
    first.adminUrl,
    `create schema "Old parts";
     create type "Old parts".mood as enum ('calm');
     create domain "Old parts".positive as int check (value > 0);
     create table "Old parts"."a table" (id serial primary key, n int generated always as identity, mood "Old parts".mood);
     create sequence "Old parts".lone;
     create view "Old parts".seen as select id from "Old parts"."a table";
     create materialized view "Old parts".kept as select 1 as one;
     create function "Old parts".twice(n int) returns int language sql return n * 2;
     create procedure "Old parts".nothing() language sql as '';
     create statistics "Old parts".together on id, n from "Old parts"."a table";
     insert into "Old parts"."a table" (mood) values ('calm')`,
  );
  await first.stop();

  // The second start has nothing left to change.
  for (let starts = 0; starts < 2; starts += 1) {
    const server = await start(dataDir);
    const others = `
      select relname::text from pg_class where relowner <> 'apex'::regrole and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
      union all select proname::text from pg_proc where proowner <> 'apex'::regrole and pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      union all select typname::text from pg_type where typowner <> 'apex'::regrole and typnamespace::regnamespace::text !~ '^(pg_|information_schema)'
        and not exists (select from pg_depend where objid in (pg_type.oid, pg_type.typelem) and deptype = 'e')
      union all select stxname::text from pg_statistic_ext where stxowner <> 'apex'::regrole
      union all select nspname::text from pg_namespace where nspname = 'Old parts' and nspowner <> 'apex'::regrole`;
    expect(await query(server.adminUrl, others)).toEqual([]);
    expect(await query(server.url, 'select id, mood from "Old parts"."a table"')).toEqual([1, 'calm']);
    await migrate(server.url);
    await query(server.url, 'alter table workspaces add column probe int; alter table workspaces drop column probe');
    await server.stop();
  }
});

test('an interrupted initialization does not block the next start', async () => {
  const dataDir = mkdtempSync(path.join(root, 'data-'));
  for (const name of ['postgres', 'postgres.init-1']) {
    mkdirSync(path.join(dataDir, name));
    writeFileSync(path.join(dataDir, name, 'half'), '');
  }
  const server = await start(dataDir);
  await server.stop();
  expect(readdirSync(dataDir).filter((name) => name.includes('init'))).toEqual([]);
  expect(existsSync(path.join(dataDir, 'postgres/half'))).toBe(false);
});

test('a wrong password is reported immediately, in one line', async () => {
  await expect(start(initialised, 'another')).rejects.toThrow(
    /^PostgreSQL refuses the password in secrets.json: [^\n]*$/,
  );
});

test('a lock file with the process id of another program is removed; that of a running server is not', async () => {
  const folder = mkdtempSync(path.join(root, 'cluster-'));
  const pidFile = path.join(folder, 'postmaster.pid');
  writeFileSync(pidFile, `${process.pid}\n${folder}\n`);
  await clearPidFile(folder);
  expect(existsSync(pidFile)).toBe(process.platform !== 'linux');
});

// Only root can become another user.
const asRoot = isRoot ? test : test.skip;
asRoot('root: programs in a folder that the database user cannot enter (skipped for other users)', () => {
  const locked = mkdtempSync(path.join(root, 'locked-'));
  const { initdb } = findPostgresBinaries();
  const native = path.resolve(path.dirname(initdb), '..');
  execFileSync('cp', ['-r', native, path.join(locked, 'native')]);
  chmodSync(locked, 0o700);
  const dataFolder = path.join(locked, 'data');
  mkdirSync(dataFolder);
  const program = path.join(locked, 'native/bin/initdb');
  const account = choosePostgresAccount({ program, dataFolder }, ({ uid, gid }) =>
    execFileSync('chown', [`${uid}:${gid}`, dataFolder]),
  );
  const { command, args, ...ids } = account.wrap(program, ['-D', dataFolder, '--no-sync']);
  execFileSync(command, args, { ...ids, cwd: '/', stdio: 'ignore' });
  expect(existsSync(path.join(dataFolder, 'PG_VERSION'))).toBe(true);
  expect(statSync(dataFolder).uid).not.toBe(0);
});
