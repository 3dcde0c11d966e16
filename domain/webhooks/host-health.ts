import type { Health } from '../breakers';
import type { TryResult } from './retry';

/** Consecutive failures after which calls to a host pause. */
export const failuresBeforePause = 10;

/**
 * Classifies the result of a call as evidence about its host. A response below 500 proves that the host works. 429 does
 * too: its Retry-After delays the step.
 */
export function hostHealth(result: TryResult): { health: Health; reason: string } {
  if (result.kind === 'refused') return { health: null, reason: result.reason };
  if (result.kind === 'unanswered') return { health: 'fails', reason: result.reason };
  return { health: result.status >= 500 ? 'fails' : 'works', reason: `http_${result.status}` };
}
