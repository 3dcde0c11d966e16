import type { Plan } from '../../domain/transactional/throughput';

/** Admission of transactional sends: how many requests a key has made in its window of one second. */
export interface Admission {
  /** Plan of the key's workspace. */
  plan: Plan;
  /** Whether the workspace is paused. If so, nothing is claimed. */
  isPaused: boolean;
  /** Requests of the key in its window so far, including this one. */
  requests: number;
  /** Milliseconds until the window ends. */
  msBeforeNext: number;
}
