import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { Connection } from '@temporalio/client';
import type { Child } from '../../dev/child';
import { findFreePort } from '../../dev/free-port';
import { runCommand } from '../../dev/run-command';
import { Supervisor, unexpectedEnd } from '../../dev/supervisor';
import { onServer } from './on-server';
import { waitFor } from './wait-for';

export const temporalServices = ['frontend', 'history', 'matching', 'worker'] as const;
export type TemporalService = (typeof temporalServices)[number];

/** A Temporal server of four processes that store everything in PostgreSQL, as in larger installations. */
export interface TemporalCluster {
  /** Address of the front end. */
  address: string;
  /** Sends SIGKILL without notifying the others. */
  kill(service: TemporalService): Promise<void>;
  /** Restarts a service at its old address; resolves when the front end responds. */
  restart(service: TemporalService): Promise<void>;
  stop(): Promise<void>;
}

/** Programs of a Temporal server. */
export interface TemporalPrograms {
  server: string;
  /** Creates the tables. */
  sql: string;
}

const version = 'v1.29.1';

/** The command that builds the programs. */
export const temporalBuild = ['server', 'tools/sql']
  .map((name) => `go install go.temporal.io/server/cmd/${name}@${version}`)
  .join(' && ');

/** Finds the programs in TEMPORAL_SERVER_PATH or in Go's folder; null if they are not built. */
export function findTemporalPrograms(): TemporalPrograms | null {
  const { TEMPORAL_SERVER_PATH: given, GOBIN: binaries, GOPATH: root = path.join(homedir(), 'go') } = process.env;
  const folder = [given, binaries, path.join(root, 'bin')].find(
    (each) => each !== undefined && ['server', 'sql'].every((name) => existsSync(path.join(each, name))),
  );
  return folder === undefined ? null : { server: path.join(folder, 'server'), sql: path.join(folder, 'sql') };
}

type DatabaseNames = Record<'main' | 'visibility', string>;
type Ports = Record<TemporalService, { grpc: number; membership: number }>;

/**
 * @param serverUrl of a superuser; the cluster creates two databases and a user there, and removes them when it stops
 */
export async function startTemporalCluster(
  { server, sql }: TemporalPrograms,
  serverUrl: string,
): Promise<TemporalCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'apex-temporal-'));
  const supervisor = new Supervisor(folder);
  const onExit = (): void => supervisor.killAll();
  process.once('exit', onExit);
  const main = path.basename(folder).toLowerCase().replaceAll('-', '_');
  const names: DatabaseNames = { main, visibility: `${main}_visibility` };
  const databaseUrl = await makeUser(serverUrl, main);
  await makeDatabases(sql, databaseUrl, names);
  const ports = await findPorts();
  const address = `127.0.0.1:${ports.frontend.grpc}`;
  const config = path.join(folder, 'config');
  mkdirSync(config);
  // JSON is YAML.
  writeFileSync(path.join(config, 'cluster.yaml'), JSON.stringify(configuration(databaseUrl, names, ports)));
  const start = (service: TemporalService): Child =>
    supervisor.spawn({
      name: service,
      command: server,
      args: [
        ...['--root', folder, '--config', 'config', '--env', 'cluster', '--allow-no-auth'],
        ...['start', '--service', service],
      ],
      cwd: folder,
      logFile: path.join(folder, `${service}.log`),
    });
  // The first service of a new cluster writes what the others read.
  const frontend = start('frontend');
  await untilServing(frontend, address);
  const [history, matching, worker] = [start('history'), start('matching'), start('worker')];
  const children: Record<TemporalService, Child> = { frontend, history, matching, worker };
  return {
    address,
    async kill(service) {
      children[service].kill();
      await children[service].exited;
    },
    async restart(service) {
      children[service] = start(service);
      await untilServing(children[service], address);
    },
    async stop() {
      await supervisor.stopAll({ maxGraceMs: 5_000 });
      process.off('exit', onExit);
      for (const name of Object.values(names)) await onServer(serverUrl, `drop database ${name} with (force)`);
      await onServer(serverUrl, `drop role ${main}`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a user. Test passwords have one hash iteration, for speed, but Temporal's driver requires PostgreSQL's
 * default of 4,096.
 * @returns the URL of the server for the new user
 */
async function makeUser(serverUrl: string, name: string): Promise<string> {
  const url = new URL(serverUrl);
  url.searchParams.set('options', '-c scram_iterations=4096');
  await onServer(url.href, `create role ${name} superuser login password '${name}'`);
  url.username = name;
  url.password = name;
  return url.href;
}

async function makeDatabases(sql: string, databaseUrl: string, { main, visibility }: DatabaseNames): Promise<void> {
  const { hostname, port, username, password } = new URL(databaseUrl);
  const login = ['--plugin', 'postgres12', '--ep', hostname, '--port', port, '--user', username];
  for (const [name, schema] of [
    [main, 'temporal'],
    [visibility, 'visibility'],
  ] as const) {
    await onServer(databaseUrl, `create database ${name}`);
    const run = (...args: string[]): Promise<string> =>
      runCommand(sql, [...login, '--password', decodeURIComponent(password), '--database', name, ...args], {
        timeoutMs: 120_000,
      });
    await run('setup-schema', '--version', '0.0');
    await run('update-schema', '--schema-name', `postgresql/v12/${schema}`);
  }
}

async function findPorts(): Promise<Ports> {
  // Searched at the same time, so that no port is found twice.
  const free = await Promise.all(temporalServices.flatMap(() => [findFreePort(0), findFreePort(0)]));
  const entries = temporalServices.map((name, index) => [
    name,
    { grpc: free[2 * index]!, membership: free[2 * index + 1]! },
  ]);
  return Object.fromEntries(entries) as Ports;
}

function configuration(databaseUrl: string, { main, visibility }: DatabaseNames, ports: Ports): object {
  const { host, username, password } = new URL(databaseUrl);
  const store = (databaseName: string, maxConns: number): object => ({
    sql: {
      pluginName: 'postgres12',
      databaseName,
      connectAddr: host,
      connectProtocol: 'tcp',
      user: username,
      password: decodeURIComponent(password),
      maxConns,
      maxIdleConns: maxConns,
    },
  });
  const services = temporalServices.map((name) => [
    name,
    { rpc: { grpcPort: ports[name].grpc, membershipPort: ports[name].membership, bindOnLocalHost: true } },
  ]);
  return {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'main',
      visibilityStore: 'visibility',
      numHistoryShards: 4,
      datastores: { main: store(main, 8), visibility: store(visibility, 4) },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: Object.fromEntries(services),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: `127.0.0.1:${ports.frontend.grpc}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
  };
}

/** @throws PartFailedError if the started service ends instead */
async function untilServing(started: Child, address: string): Promise<void> {
  const ended = started.exited.then((exit) => {
    throw unexpectedEnd(started, exit);
  });
  ended.catch(() => undefined);
  const isServing = async (): Promise<boolean> => {
    const connection = await Connection.connect({ address, connectTimeout: 2_000 });
    try {
      await connection.workflowService.listNamespaces({});
      return true;
    } finally {
      await connection.close();
    }
  };
  const serving = waitFor(isServing, { what: 'the front end of the Temporal cluster', intervalMs: 250 });
  await Promise.race([serving, ended]);
}
