import { listMissingPartitions } from '../../db/events/event-partitions';
import {
  readReplicaLag,
  readServerState,
  readServerTime,
  readStatementTimeout,
  type ServerState,
} from '../../db/installation/server-state';
import {
  countPausedHosts,
  countStandingSends,
  countUncountedVisits,
  findOldestStart,
  findWorstCommand,
  listFailingConnections,
  listPausedHosts,
} from '../../db/installation/waiting-work';
import { outboxBacklog } from '../../db/outbox/outbox';
import { checkSchema } from '../../db/schema-state';
import type { Database } from '../../db/connection/pool';
import { compareClock } from './clock';
import { type Area, ok, type Outcome, problem, warning } from './finding';
import { oneLine } from './run-checks';

/** Limits above which waiting work is overdue. */
const overdueCommandSeconds = 60;
/** The limit of the alert ApexStartsStuck. */
const stuckStartSeconds = 30;
const maxUncountedVisits = 500_000;
const longTransactionSeconds = 900;
/** Bytes of the primary's log. A replica that keeps up is never this far behind. */
const maxReplicaBytes = 16 * 1_048_576;
const oldestSupported = 14;

export interface OtherWays {
  /** The same server through a pooler. */
  pooled?: Database | undefined;
  /** The replica for reports. */
  replica?: Database | undefined;
}

/** Checks the PostgreSQL server and the service's data in it. */
export function databaseArea(database: Database, { pooled, replica }: OtherWays = {}): Area {
  let state: ServerState;
  return {
    name: 'PostgreSQL',
    entry: {
      name: 'server',
      async run() {
        try {
          state = await readServerState(database);
        } catch (error) {
          return problem(oneLine(error), 'start PostgreSQL, or correct DATABASE_URL');
        }
        return checkServer(state);
      },
    },
    checks: [
      { name: 'clock', run: () => compareClock(() => readServerTime(database)) },
      { name: 'durability', run: async () => checkDurability(state) },
      { name: 'connections', run: async () => checkConnections(state) },
      ...(pooled === undefined ? [] : [{ name: 'pooler', run: () => checkPooler(pooled) }]),
      ...(replica === undefined ? [] : [{ name: 'replica', run: () => checkReplica(database, replica) }]),
      { name: 'schema', run: () => checkSchemaState(database) },
      { name: 'partitions', run: () => checkPartitions(database) },
      { name: 'outbox', run: () => checkOutbox(database) },
      { name: 'starts', run: () => checkStarts(database) },
      { name: 'messages', run: () => checkMessages(database) },
      { name: 'reports', run: () => checkReports(database) },
      { name: 'webhook hosts', run: () => checkWebhookHosts(database) },
      { name: 'ad platforms', run: () => checkAdPlatforms(database) },
    ],
  };
}

function checkServer({ version, isReplica, databaseBytes }: ServerState): Outcome {
  if (isReplica) return problem('the server is a read-only standby', 'set DATABASE_URL to the primary');
  if (Number.parseInt(version, 10) < oldestSupported) {
    return warning(
      `version ${version}`,
      `upgrade to PostgreSQL ${oldestSupported} or later; the service is tested with 18`,
    );
  }
  return ok(`version ${version}, ${(databaseBytes / 1_048_576).toFixed(0)} MB`);
}

function checkDurability({ fsync, fullPageWrites }: ServerState): Outcome {
  const off = [fsync === 'off' && 'fsync', fullPageWrites === 'off' && 'full_page_writes'].filter(Boolean).join(', ');
  if (off !== '') return problem(`${off} off: a crash can corrupt the database`, 'turn it on in postgresql.conf');
  return ok('committed data is on disk');
}

function checkConnections({ connections, maxConnections, oldestTransactionSeconds }: ServerState): Outcome {
  const used = `${connections} of ${maxConnections} in use`;
  if (connections > 0.8 * maxConnections) {
    return warning(used, 'lower DATABASE_POOL, raise max_connections, or use a connection pooler');
  }
  if (oldestTransactionSeconds > longTransactionSeconds) {
    const minutes = Math.floor(oldestTransactionSeconds / 60);
    return warning(
      `${used}; a transaction has been open for ${minutes} minutes`,
      'find it in pg_stat_activity (xact_start) and end it: it prevents the removal of deleted rows',
    );
  }
  return ok(used);
}

async function checkPooler(pooled: Database): Promise<Outcome> {
  let timeout: string;
  try {
    timeout = await readStatementTimeout(pooled);
  } catch (error) {
    return problem(oneLine(error), 'start the pooler, or correct DATABASE_URL');
  }
  if (timeout !== '0') return ok(`statement timeout ${timeout}`);
  return warning(
    'statements through the pooler never time out',
    `set a statement timeout on its connections; for PgBouncer, connect_query='set statement_timeout = 30000'`,
  );
}

async function checkReplica(database: Database, replica: Database): Promise<Outcome> {
  let bytes: number | null;
  try {
    bytes = await readReplicaLag(database, replica);
  } catch (error) {
    return problem(
      oneLine(error),
      'start the replica, or unset DATABASE_READ_URL: until then, reports are read from the primary',
    );
  }
  if (bytes === null) {
    return problem(
      'not a standby of the server in DATABASE_URL',
      'set DATABASE_READ_URL to a standby: until then, reports are read from the primary',
    );
  }
  if (bytes < maxReplicaBytes) return ok(`${Math.ceil(bytes / 1_024)} KB behind`);
  return warning(
    `${Math.round(bytes / 1_048_576)} MB behind: reports are read from the primary`,
    'check in pg_stat_replication that it is streaming, and that its disk and CPU keep up',
  );
}

async function checkSchemaState(database: Database): Promise<Outcome> {
  try {
    await checkSchema(database);
    return ok('all migrations of this release have run');
  } catch (error) {
    return problem(oneLine(error), 'run npm run migrate');
  }
}

async function checkPartitions(database: Database): Promise<Outcome> {
  const missing = await listMissingPartitions(database);
  if (missing.length === 0) return ok('the next months have partitions');
  return warning(
    `no event partition for ${missing.map(({ month }) => month.slice(0, 7)).join(', ')}`,
    'start a worker: its schedule "maintain-events" creates them, and so does npm run migrate',
  );
}

async function checkOutbox(database: Database): Promise<Outcome> {
  const { commands, oldestSeconds } = await outboxBacklog(database);
  if (commands === 0) return ok('empty');
  const waiting = `${commands} ${commands === 1 ? 'command' : 'commands'}, the oldest waiting for ${Math.round(oldestSeconds)} s`;
  if (oldestSeconds < overdueCommandSeconds) return ok(waiting);
  const worst = await findWorstCommand(database);
  const { kind, attempts, lastError } = worst ?? { kind: '', attempts: 0, lastError: null };
  const cause = lastError === null ? '' : `; ${kind} after ${attempts} attempts: ${oneLine({ message: lastError })}`;
  return problem(
    `${waiting}${cause}`,
    'check that a worker is running and can reach Temporal; see "The outbox" in docs/OPERATIONS.md',
  );
}

async function checkStarts(database: Database): Promise<Outcome> {
  const oldest = await findOldestStart(database);
  if (oldest === null) return ok('no execution is waiting for its start');
  const { workspaceId, executionId, seconds, attempts, lastError, starts } = oldest;
  const waiting = `${starts} ${starts === 1 ? 'execution' : 'executions'} not started`;
  if (seconds < stuckStartSeconds) return ok(`${waiting}, the oldest waiting for ${Math.round(seconds)} s`);
  const cause = lastError === null ? 'no failure recorded' : oneLine({ message: lastError });
  return problem(
    `${waiting}; ${executionId} of ${workspaceId} has been waiting for ${Math.round(seconds)} s, ${attempts} attempts: ${cause}`,
    'see ApexStartsStuck in docs/OPERATIONS.md',
  );
}

async function checkMessages(database: Database): Promise<Outcome> {
  const { overdue, unknown } = await countStandingSends(database);
  if (overdue > 0) {
    return problem(
      `${overdue} unsent for more than 15 minutes`,
      'see "An execution is stuck at a send" in docs/OPERATIONS.md; the pending activity in Temporal names the reason',
    );
  }
  if (unknown > 0) {
    return warning(
      `${unknown} in the last day with an unknown outcome`,
      'see "Sends end as outcome_unknown" in docs/OPERATIONS.md',
    );
  }
  return ok('none overdue');
}

async function checkReports(database: Database): Promise<Outcome> {
  const uncountedVisits = await countUncountedVisits(database);
  if (uncountedVisits < maxUncountedVisits) return ok(`${uncountedVisits} visits not counted yet`);
  return warning(
    `${uncountedVisits} visits not counted yet: reports are behind`,
    'check that the workflows of the schedule "update-rollups" complete, and that PostgreSQL has CPU time left',
  );
}

async function checkWebhookHosts(database: Database): Promise<Outcome> {
  const [count, hosts] = await Promise.all([countPausedHosts(database), listPausedHosts(database)]);
  if (hosts.length === 0) return ok('no paused hosts');
  const named = hosts.map(
    ({ workspaceId, host, reason, pausedAt }) =>
      `${host} of ${workspaceId} since ${pausedAt.toISOString()} (${reason ?? 'no reason recorded'})`,
  );
  const more = count > hosts.length ? [`${count - hosts.length} more`] : [];
  return warning(`paused: ${[...named, ...more].join('; ')}`, 'see ApexWebhookHostsPaused in docs/OPERATIONS.md');
}

async function checkAdPlatforms(database: Database): Promise<Outcome> {
  const failingConnections = await listFailingConnections(database);
  if (failingConnections.length === 0) return ok('no failing connections');
  const named = failingConnections.map(
    ({ workspaceId, name, lastError }) => `${name} of ${workspaceId} (${lastError})`,
  );
  return warning(
    named.join('; '),
    'find the cause with GET /api/connections of the workspace, and renew the credentials',
  );
}
