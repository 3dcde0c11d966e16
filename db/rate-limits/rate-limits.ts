import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Where a counter is in its window. */
export interface WindowCount {
  /** Counts in the window, this one included. */
  count: number;
  /** Milliseconds until the window ends. */
  msBeforeNext: number;
}

/**
 * Counts once, in a window that starts with its first count, by the database's clock: one count for any number of processes. A
 * transaction that is rolled back counts nothing; one that uses the same counter waits for it.
 * @param key at most 255 characters
 */
export async function countInWindow(transaction: Database, key: string, windowMs: number): Promise<WindowCount> {
  const [counted] = await rowsOf<WindowCount>(
    transaction.raw(
      `with clock as (select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as ms)
       insert into rate_limits as r (key, points, expire)
       select :key, 1, ms + :windowMs from clock
       on conflict (key) do update
          set points = case when r.expire > excluded.expire - :windowMs then r.points else 0 end + 1,
              expire = case when r.expire > excluded.expire - :windowMs then r.expire else excluded.expire end
       returning points as count, cast(expire - (select ms from clock) as int) as "msBeforeNext"`,
      { key, windowMs },
    ),
  );
  if (counted === undefined) throw new Error('PostgreSQL counted nothing.');
  return counted;
}
