import type { Database } from './pool';
import { rowsOf } from './statements';

/** The position up to which a primary has committed. */
export interface WalPosition {
  /** Log sequence number, for example `0/16B3748`. */
  lsn: string;
  /** Identifier of the PostgreSQL cluster; its replicas have the same one. */
  system: string;
}

/** Milliseconds between two checks of the replica's position. */
const pollMs = 5;

/**
 * Returns the current position of a primary. Everything that was committed before the call is sent to replicas,
 * including asynchronous commits: the call commits a message to the log, because replicas only receive what is on disk.
 */
export async function readWalPosition(primary: Database): Promise<WalPosition> {
  const [position] = await rowsOf<WalPosition>(
    primary.raw(
      `select pg_logical_emit_message(true, 'apex', '')::text as lsn, system_identifier::text as system
         from pg_control_system()`,
    ),
  );
  return position!;
}

/**
 * Whether a replica has replayed up to a position. A server that was promoted or belongs to another cluster is `away`,
 * because it does not follow the primary.
 */
export type Reach = 'reached' | 'behind' | 'away';

async function reach(database: Database, { lsn, system }: WalPosition, isOver: () => boolean): Promise<Reach> {
  for (;;) {
    const [state] = await rowsOf<{ isReplica: boolean; hasReached: boolean }>(
      database.raw(
        `select pg_is_in_recovery() and system_identifier::text = ? as "isReplica",
                coalesce(pg_last_wal_replay_lsn() >= ?::pg_lsn, false) as "hasReached"
           from pg_control_system()`,
        [system, lsn],
      ),
    );
    if (state?.isReplica !== true) return 'away';
    if (state.hasReached) return 'reached';
    if (isOver()) return 'behind';
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/**
 * Waits until a replica has replayed everything that its primary committed up to a position.
 * @param waitMs milliseconds after which the replica counts as `behind`, even if it does not respond at all: its pool
 * needs longer to detect that it is away
 */
export async function waitForPosition(replica: Database, position: WalPosition, waitMs: number): Promise<Reach> {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<Reach>((resolve) => {
    timer = setTimeout(() => {
      isOver = true;
      resolve('behind');
    }, waitMs);
  });
  const reached = reach(replica, position, () => isOver);
  reached.catch(() => undefined);
  return Promise.race([reached, over]).finally(() => clearTimeout(timer));
}
