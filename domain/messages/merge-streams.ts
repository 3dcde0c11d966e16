/** A row of a stream, at its time. */
export interface StreamRow<Key, Row> {
  key: Key;
  /** Milliseconds since the epoch. */
  atMs: number;
  row: Row;
}

/** One read of a stream, newest first. */
export interface StreamPage<Key, Row> {
  rows: readonly StreamRow<Key, Row>[];
  /** The place at which the read stopped although the stream goes on; null if `rows` has the rest of the stream. */
  stoppedAt: { key: Key; atMs: number } | null;
}

/** Where to continue a stream: after a row, from the newest (null), or not at all (`end`). */
export type Position<Key> = Key | null | 'end';

/**
 * Merges two streams, newest first, up to a limit. Rows that are older than the place at which the other stream stopped
 * are left to the next page, so that pages are in order.
 * @param positions at which the streams were read
 * @returns the rows, and where to continue each stream
 */
export function mergeStreams<KeyA, KeyB, Row>(
  first: StreamPage<KeyA, Row>,
  second: StreamPage<KeyB, Row>,
  { limit, positions }: { limit: number; positions: [Position<KeyA>, Position<KeyB>] },
): { rows: Row[]; positions: [Position<KeyA>, Position<KeyB>] } {
  const rows: Row[] = [];
  const taken: [number, number] = [0, 0];
  while (rows.length < limit) {
    const [one, other] = [headOf(first, taken[0]), headOf(second, taken[1])];
    const isFirst = one.atMs >= other.atMs;
    const { row } = isFirst ? one : other;
    if (row === undefined) break;
    rows.push(row);
    taken[isFirst ? 0 : 1] += 1;
  }
  return {
    rows,
    positions: [positionAfter(first, taken[0], positions[0]), positionAfter(second, taken[1], positions[1])],
  };
}

/** Returns the next row of a stream; without a row, the time at which it stopped, or that it has ended. */
function headOf<Key, Row>({ rows, stoppedAt }: StreamPage<Key, Row>, taken: number): { atMs: number; row?: Row } {
  return rows[taken] ?? { atMs: stoppedAt?.atMs ?? Number.NEGATIVE_INFINITY };
}

function positionAfter<Key, Row>(
  { rows, stoppedAt }: StreamPage<Key, Row>,
  taken: number,
  start: Position<Key>,
): Position<Key> {
  if (taken < rows.length) return taken === 0 ? start : (rows[taken - 1] as StreamRow<Key, Row>).key;
  return stoppedAt?.key ?? 'end';
}
