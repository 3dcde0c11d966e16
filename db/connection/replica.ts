import type { Database } from './pool';
import { rowsOf } from './statements';

/** Up to where a primary has committed. */
export interface WalPosition {
  /** Of its log, as `0/16B3748`. */
  lsn: string;
  /** Which installation of PostgreSQL it is; its replicas have the same. */
  system: string;
}

/** Milliseconds between two looks at how far it is. */
const lookEveryMs = 5;

/**
 * Where a primary is: all that was committed before the call, also without waiting for the disk, is on its way to replicas.
 * Commits after a message in the log, as replicas are sent only what is on the disk.
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

/** Whether a replica has all up to a position. One that was promoted, or is of another installation, is away: it does not follow. */
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
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/**
 * Waits until a replica has replayed what its primary committed up to a position.
 * @param waitMs after which one is behind, also one that says nothing at all: whether it is away is found out by its pool, and that
 * takes longer
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
