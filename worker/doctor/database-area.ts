import { listMissingPartitions } from '../../db/events/event-partitions';
import {
  readReplicaLag,
  readServerState,
  readServerTime,
  readStatementTimeout,
  type ServerState,
} from '../../db/installation/server-state';
import {
  countStandingSends,
  countUncountedVisits,
  findWorstCommand,
  listFailingConnections,
} from '../../db/installation/waiting-work';
import { outboxBacklog } from '../../db/outbox/outbox';
import { checkSchema } from '../../db/schema-state';
import type { Database } from '../../db/connection/pool';
import { compareClock } from './clock';
import { type Area, ok, type Outcome, problem, warning } from './finding';
import { oneLine } from './run-checks';

/** What an installation may let wait before it is overdue. */
const overdueCommandSeconds = 60;
const mostUncountedVisits = 500_000;
const longTransactionSeconds = 900;
/** Of the primary's log: more than a replica that keeps up is behind. */
const mostReplicaBytes = 16 * 1_048_576;
const oldestSupported = 14;

export interface OtherWays {
  /** The same server through a pooler. */
  pooled?: Database | undefined;
  /** The replica for reports. */
  replica?: Database | undefined;
}

/** The PostgreSQL server, and what the service keeps there. */
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
          return problem(oneLine(error), 'start PostgreSQL, or set DATABASE_URL to where it is');
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
      { name: 'messages', run: () => checkMessages(database) },
      { name: 'reports', run: () => checkReports(database) },
      { name: 'ad platforms', run: () => checkAdPlatforms(database) },
    ],
  };
}

function checkServer({ version, isReplica, databaseBytes }: ServerState): Outcome {
  if (isReplica) return problem('it is a standby and takes no writes', 'set DATABASE_URL to the primary');
  if (Number.parseInt(version, 10) < oldestSupported) {
    return warning(
      `version ${version}`,
      `move to PostgreSQL ${oldestSupported} or later; the service is tested with 18`,
    );
  }
  return ok(`version ${version}, ${(databaseBytes / 1_048_576).toFixed(0)} MB`);
}

function checkDurability({ fsync, fullPageWrites }: ServerState): Outcome {
  const off = [fsync === 'off' && 'fsync', fullPageWrites === 'off' && 'full_page_writes'].filter(Boolean).join(', ');
  if (off !== '') return problem(`${off} off: a crash can destroy the database`, 'turn it on in postgresql.conf');
  return ok('what is committed is on disk');
}

function checkConnections({ connections, maxConnections, oldestTransactionSeconds }: ServerState): Outcome {
  const used = `${connections} of ${maxConnections} in use`;
  if (connections > 0.8 * maxConnections) {
    return warning(used, 'lower DATABASE_POOL of the processes, raise max_connections, or put a pooler between them');
  }
  if (oldestTransactionSeconds > longTransactionSeconds) {
    const minutes = Math.floor(oldestTransactionSeconds / 60);
    return warning(
      `${used}; a transaction has been open for ${minutes} minutes`,
      'find it in pg_stat_activity (xact_start) and end it: it keeps deleted rows from being removed',
    );
  }
  return ok(used);
}

async function checkPooler(pooled: Database): Promise<Outcome> {
  let timeout: string;
  try {
    timeout = await readStatementTimeout(pooled);
  } catch (error) {
    return problem(oneLine(error), 'start the pooler, or set DATABASE_URL to where it is');
  }
  if (timeout !== '0') return ok(`ends statements after ${timeout}`);
  return warning(
    'statements through it never time out',
    `give its connections a time-out, for PgBouncer by connect_query='set statement_timeout = 30000'`,
  );
}

async function checkReplica(database: Database, replica: Database): Promise<Outcome> {
  let bytes: number | null;
  try {
    bytes = await readReplicaLag(database, replica);
  } catch (error) {
    return problem(oneLine(error), 'start the replica, or unset DATABASE_READ_URL: reports are read at the primary');
  }
  if (bytes === null) {
    return problem(
      'it is no standby of the server in DATABASE_URL',
      'set DATABASE_READ_URL to one: reports are read at the primary',
    );
  }
  if (bytes < mostReplicaBytes) return ok(`${Math.ceil(bytes / 1_024)} KB behind`);
  return warning(
    `${Math.round(bytes / 1_048_576)} MB behind: reports are read at the primary`,
    'see in pg_stat_replication whether it streams, and whether its disk and processor keep up',
  );
}

async function checkSchemaState(database: Database): Promise<Outcome> {
  try {
    await checkSchema(database);
    return ok('every migration of this release has run');
  } catch (error) {
    return problem(oneLine(error), 'npm run migrate');
  }
}

async function checkPartitions(database: Database): Promise<Outcome> {
  const missing = await listMissingPartitions(database);
  if (missing.length === 0) return ok('the months ahead have theirs');
  return warning(
    `no partition of events for ${missing.map(({ month }) => month.slice(0, 7)).join(', ')}`,
    'see that a worker runs: its schedule "maintain-events" makes them, as does npm run migrate',
  );
}

async function checkOutbox(database: Database): Promise<Outcome> {
  const { commands, oldestSeconds } = await outboxBacklog(database);
  if (commands === 0) return ok('empty');
  const waiting = `${commands} ${commands === 1 ? 'command' : 'commands'}, the oldest for ${Math.round(oldestSeconds)} s`;
  if (oldestSeconds < overdueCommandSeconds) return ok(waiting);
  const worst = await findWorstCommand(database);
  const { kind, attempts, lastError } = worst ?? { kind: '', attempts: 0, lastError: null };
  const cause = lastError === null ? '' : `; ${kind} after ${attempts} attempts: ${oneLine({ message: lastError })}`;
  return problem(
    `${waiting}${cause}`,
    'see that a worker runs and reaches Temporal ("The outbox" in docs/OPERATIONS.md)',
  );
}

async function checkMessages(database: Database): Promise<Outcome> {
  const { overdue, unknown } = await countStandingSends(database);
  if (overdue > 0) {
    return problem(
      `${overdue} on their way for more than 15 minutes`,
      'see "An execution is stuck at a send" in docs/OPERATIONS.md; the pending activity in Temporal names the reason',
    );
  }
  if (unknown > 0) {
    return warning(
      `${unknown} of the last day without a word of the provider on whether it took them`,
      'see "Sends end as outcome_unknown" in docs/OPERATIONS.md',
    );
  }
  return ok('none stands');
}

async function checkReports(database: Database): Promise<Outcome> {
  const uncountedVisits = await countUncountedVisits(database);
  if (uncountedVisits < mostUncountedVisits) return ok(`${uncountedVisits} visits not counted yet`);
  return warning(
    `${uncountedVisits} visits not counted yet: reports are behind`,
    'see that the workflows of the schedule "update-rollups" complete, and that PostgreSQL has processor time left',
  );
}

async function checkAdPlatforms(database: Database): Promise<Outcome> {
  const failingConnections = await listFailingConnections(database);
  if (failingConnections.length === 0) return ok('no connection fails');
  const named = failingConnections.map(
    ({ workspaceId, name, lastError }) => `${name} of ${workspaceId} (${lastError})`,
  );
  return warning(named.join('; '), 'GET /api/connections of the workspace has the cause; renew the credentials');
}
