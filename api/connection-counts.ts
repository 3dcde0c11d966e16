/** What became of connections since the start, for the metrics. */
export interface ConnectionCounts {
  open: number;
  /** Closed unread, because the most that may be open were. */
  refused: number;
  /** Requests that did not arrive in time and were answered with 408. */
  timedOut: number;
}

export const newConnectionCounts = (): ConnectionCounts => ({ open: 0, refused: 0, timedOut: 0 });
