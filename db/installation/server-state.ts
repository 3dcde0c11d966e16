import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** What the PostgreSQL server says of itself. */
export interface ServerState {
  version: string;
  /** The server's clock. */
  now: Date;
  isReplica: boolean;
  connections: number;
  maxConnections: number;
  /** Settings without which a crash loses what was committed, as `on` or `off`. */
  fsync: string;
  fullPageWrites: string;
  databaseBytes: number;
  /** Of the transaction that has been open for longest. */
  oldestTransactionSeconds: number;
  archiveMode: string;
  /** Of the last WAL file that was archived, and that failed to be. */
  archivedAt: Date | null;
  archiveFailedAt: Date | null;
  /** Standbys that stream from it. */
  standbys: number;
}

export async function readServerState(database: Database): Promise<ServerState> {
  const [state] = await rowsOf<ServerState>(
    database.raw(
      `select current_setting('server_version') as version, clock_timestamp() as now, pg_is_in_recovery() as "isReplica",
              (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
              current_setting('max_connections')::int as "maxConnections", current_setting('fsync') as fsync,
              current_setting('full_page_writes') as "fullPageWrites",
              pg_database_size(current_database())::float as "databaseBytes",
              (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float
                 from pg_stat_activity where backend_type = 'client backend') as "oldestTransactionSeconds",
              current_setting('archive_mode') as "archiveMode", a.last_archived_time as "archivedAt",
              a.last_failed_time as "archiveFailedAt", (select count(*)::int from pg_stat_replication) as standbys
         from pg_stat_archiver a`,
    ),
  );
  return state!;
}
