import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** State of a counter in its window. */
export interface WindowCount {
  /** Count in the window, including this one. */
  count: number;
  /** Milliseconds until the window ends. */
  msBeforeNext: number;
}

/**
 * Counts once, in a window that starts with its first count, by the database's clock, so that all processes share one
 * count. A rolled back transaction counts nothing; another transaction with the same counter waits for it.
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
