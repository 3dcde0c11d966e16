import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * Repeats a statement that returns the number of deleted `rows` until it deletes none.
 * @param signal stops after a chunk
 * @returns the total number of deleted rows
 */
export async function inChunks(
  database: Database,
  statement: string,
  { values = {}, signal }: { values?: Record<string, string | number>; signal: AbortSignal },
): Promise<number> {
  let total = 0;
  for (;;) {
    const [row] = await rowsOf<{ rows: number }>(database.raw(statement, values));
    const rows = row?.rows ?? 0;
    if (rows === 0) return total;
    total += rows;
    signal.throwIfAborted();
  }
}
