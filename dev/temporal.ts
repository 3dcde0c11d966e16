import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { msToTs } from '@temporalio/common/lib/time';
import { openTemporalConnection } from '../temporal/client-connection';
import { temporalAt } from '../temporal/settings';
import type { Child, ChildExit, ChildSpec } from './child';
import type { TemporalCli } from './find-temporal-cli';
import { findFreePort, type PreferredPorts } from './free-port';
import { unexpectedEnd } from './supervisor';

export interface TemporalOptions {
  cli: TemporalCli;
  /** Absolute path of the folder for the log and, unless `inMemory`, one database file per CLI version. */
  dataDir: string;
  namespace: string;
  spawn(spec: ChildSpec): Child;
  /** Stores nothing on disk (tests). */
  inMemory?: boolean;
  /** Additional dynamic configuration of the server, as `KEY=JSON`. */
  dynamicConfig?: readonly string[];
  /** The first free port is used; 7233 and 8233 by default, 0 for any. */
  preferredPorts?: PreferredPorts;
  preferredUiPorts?: PreferredPorts;
}

export interface RunningTemporal {
  /** host:port of the front end. */
  address: string;
  uiUrl: string;
  port: number;
  uiPort: number;
  cliVersion: string;
  source: string;
  pid: number;
  child: Child;
  exited: Promise<ChildExit>;
  stop(maxGraceMs?: number): Promise<ChildExit>;
}

const READY_WITHIN_MS = 60_000;
const START_ATTEMPTS = 3;
/** Maximum number of lines read from the end of a log. */
const LOG_LINES = 1_000;
/** A server without its announcement within this time counts as one that never prints it. */
const ANNOUNCED_WITHIN_MS = 30_000;
const RETENTION_SECONDS = 30 * 24 * 60 * 60;

const SEARCH_ATTRIBUTES = [
  'WorkspaceId=Keyword',
  'JourneyId=Keyword',
  'JourneyVersion=Int',
  'EndUserId=Keyword',
  'CurrentStepId=Keyword',
];

/**
 * Starts a Temporal server on loopback, waits until its namespace responds, and sets a retention of 30 days.
 *
 * @throws Error with the end of its log if it stops or does not respond within 60 s.
 */
export async function startTemporal(options: TemporalOptions): Promise<RunningTemporal> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort(options.preferredPorts ?? 7233);
    const uiPort = await findFreePort(options.preferredUiPorts ?? 8233);
    const child = options.spawn(serverSpec(options, port, uiPort));
    const address = `127.0.0.1:${port}`;
    try {
      await untilReady(child, address, options.namespace);
    } catch (error) {
      const exit = await child.stop();
      // Another program may take the port between the check and the start of the server, which also uses several ports
      // of its own. Other ports help then. The last output of the server is long, because the missing listener crashes
      // it.
      if (
        exit.signal === null &&
        attempt < START_ATTEMPTS &&
        child.logTail(LOG_LINES).includes('address already in use')
      )
        continue;
      throw error;
    }
    return {
      address,
      uiUrl: `http://127.0.0.1:${uiPort}`,
      cliVersion: options.cli.version,
      source: options.cli.source,
      port,
      uiPort,
      pid: child.pid,
      child,
      exited: child.exited,
      stop: child.stop,
    };
  }
}

/** Dynamic settings. With fairness, workspaces take turns in task queues. */
const serverSettings = ['system.enableActivityEagerExecution=true', 'matching.enableFairness=true'];

function serverSpec(options: TemporalOptions, port: number, uiPort: number): ChildSpec {
  const logs = path.join(options.dataDir, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const database = path.join(options.dataDir, `temporal-${options.cli.version}.db`);
  const args = [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--ui-port', String(uiPort)],
    ...['--namespace', options.namespace, '--log-level', 'warn'],
    ...(options.inMemory ? [] : ['--db-filename', database]),
    ...['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
    ...[...serverSettings, ...(options.dynamicConfig ?? [])].flatMap((value) => ['--dynamic-config-value', value]),
    ...SEARCH_ATTRIBUTES.flatMap((attribute) => ['--search-attribute', attribute]),
  ];
  return {
    name: 'temporal',
    command: options.cli.path,
    args,
    cwd: '/',
    logFile: path.join(logs, 'temporal.log'),
    stopSignal: 'SIGINT',
    graceMs: 10_000,
  };
}

async function untilReady(child: Child, address: string, namespace: string): Promise<void> {
  const end = child.exited.then((exit) => {
    throw unexpectedEnd(child, exit);
  });
  end.catch(() => undefined);
  const started = Date.now();
  // Before its announcement, the server on the port may be another program's, so it is not called.
  while (!hasAnnounced(child) && Date.now() - started < ANNOUNCED_WITHIN_MS) await Promise.race([delay(50), end]);
  for (;;) {
    const problem = await Promise.race([raiseRetention(address, namespace), end]);
    if (problem === undefined) return;
    if (Date.now() - started > READY_WITHIN_MS) {
      throw new Error(`Temporal does not respond on ${address}: ${problem.message}`);
    }
    await delay(100);
  }
}

/** Checks whether the server has announced that it listens. */
const hasAnnounced = (child: Child): boolean => /^(Temporal )?Server:\s/m.test(child.logTail(LOG_LINES));

/**
 * Tries once to set the retention. Returns the error instead of throwing it, because failures are normal during the
 * start.
 */
async function raiseRetention(address: string, namespace: string): Promise<Error | undefined> {
  const connection = openTemporalConnection(temporalAt(address, namespace), { connectTimeoutMs: 2_000 });
  try {
    await connection.ensureConnected();
    const { config } = await connection.workflowService.describeNamespace({ namespace });
    if (Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) >= RETENTION_SECONDS) return undefined;
    await connection.workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: msToTs(RETENTION_SECONDS * 1_000) },
    });
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await connection.close().catch(() => undefined);
  }
}
