import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Called after each chunk with the number of its rows; throws to abort. */
export type OnChunk = (rows: number) => void;

/**
 * Repeats a statement that returns the number of deleted `rows` until it deletes none.
 * @returns the total number of deleted rows
 */
export async function inChunks(
  database: Database,
  statement: string,
  { values = {}, onChunk }: { values?: Record<string, string | number>; onChunk: OnChunk },
): Promise<number> {
  let total = 0;
  for (;;) {
    const [row] = await rowsOf<{ rows: number }>(database.raw(statement, values));
    const rows = row?.rows ?? 0;
    if (rows === 0) return total;
    total += rows;
    onChunk(rows);
  }
}
