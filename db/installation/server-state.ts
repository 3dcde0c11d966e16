import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** State of the PostgreSQL server. */
export interface ServerState {
  version: string;
  isReplica: boolean;
  connections: number;
  maxConnections: number;
  /** Settings that prevent the loss of committed data in a crash, as `on` or `off`. */
  fsync: string;
  fullPageWrites: string;
  databaseBytes: number;
  /** Age of the longest open transaction. */
  oldestTransactionSeconds: number;
}

export async function readServerState(database: Database): Promise<ServerState> {
  const [state] = await rowsOf<ServerState>(
    database.raw(
      `select current_setting('server_version') as version, pg_is_in_recovery() as "isReplica",
              count(*)::int as connections, current_setting('max_connections')::int as "maxConnections",
              current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
              pg_database_size(current_database())::float as "databaseBytes",
              coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float as "oldestTransactionSeconds"
         from pg_stat_activity where backend_type = 'client backend'`,
    ),
  );
  return state!;
}

/** Reads the statement timeout of this connection, for example `30s`; `0` means none. */
export async function readStatementTimeout(database: Database): Promise<string> {
  const [row] = await rowsOf<{ timeout: string }>(
    database.raw(`select current_setting('statement_timeout') as timeout`),
  );
  return row!.timeout;
}

/** Returns the server's current time; in a transaction, its start time. */
export async function readServerTime(database: Database): Promise<Date> {
  const [row] = await rowsOf<{ now: Date }>(database.raw('select now() as now'));
  return row!.now;
}

/**
 * Returns how far a replica is behind, in bytes of the primary's log. Returns null if it does not follow this primary.
 */
export async function readReplicaLag(primary: Database, replica: Database): Promise<number | null> {
  const read = (database: Database, position: string): Promise<{ system: string; bytes: number | null }[]> =>
    rowsOf(
      database.raw(
        `select system_identifier::text as system, (${position} - '0/0'::pg_lsn)::float as bytes from pg_control_system()`,
      ),
    );
  const [there] = await read(
    replica,
    `(case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0') end)`,
  );
  const [here] = await read(primary, 'pg_current_wal_lsn()');
  if (there!.bytes === null || there!.system !== here!.system) return null;
  return Math.max(0, here!.bytes! - there!.bytes);
}

/** State of the server's archive and standbys. */
export interface ArchiveState {
  archiveMode: string;
  /** When the last WAL file was archived; below, when archiving last failed. */
  archivedAt: Date | null;
  archiveFailedAt: Date | null;
  /** Number of standbys that stream from the server. */
  standbys: number;
}

export async function readArchiveState(database: Database): Promise<ArchiveState> {
  const [state] = await rowsOf<ArchiveState>(
    database.raw(
      `select current_setting('archive_mode') as "archiveMode", last_archived_time as "archivedAt",
              last_failed_time as "archiveFailedAt", (select count(*)::int from pg_stat_replication) as standbys
         from pg_stat_archiver`,
    ),
  );
  return state!;
}
