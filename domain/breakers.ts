/** When calls to a failing receiver pause, and how it is probed until it works again (the circuit breaker pattern). */

/** Milliseconds until the first probe; the interval doubles with each probe that fails. */
export const firstProbeMs = 5_000;
/** The longest interval between probes, in milliseconds. */
export const longestProbeMs = 60_000;

/** What a call says about its receiver; null if it says nothing. */
export type Health = 'works' | 'fails' | null;

export interface BreakerPause {
  since: Date;
  /** The reason of the last failure: an error name, code or status; never content. */
  reason: string;
  /** Milliseconds until the next probe; 0 when it is due. */
  probeInMs: number;
  /** Milliseconds between two probes. */
  probeEveryMs: number;
}
