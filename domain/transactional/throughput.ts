import type { WorkspaceSettings } from '../accounts/schemas';
import { AppError, paused } from '../errors';
import { invalidTransactionalKey } from '../keys/api-key';

export type Plan = WorkspaceSettings['plan'];

/** Sends per second for each key, by the workspace's plan. */
export const sendsPerSecond: Readonly<Record<Plan, number>> = { free: 1, starter: 5, pro: 20, growth: 50, scale: 200 };

/**
 * Checks whether a request exceeds the limit.
 * @param requests of its key in the current second, including this one
 */
export const isOverThroughput = ({ plan, requests }: { plan: Plan; requests: number }): boolean =>
  requests > sendsPerSecond[plan];

/**
 * Refuses a request with a transactional key.
 * @param counted null if the key is not valid
 * @throws AppError UNAUTHORIZED, SERVICE_UNAVAILABLE for a paused workspace, RATE_LIMITED
 */
export function assertAdmitted<
  Counted extends { plan: Plan; isPaused: boolean; requests: number; msBeforeNext: number },
>(counted: Counted | null): asserts counted is Counted {
  if (counted === null) throw invalidTransactionalKey();
  if (counted.isPaused) throw paused();
  if (!isOverThroughput(counted)) return;
  const { plan, msBeforeNext } = counted;
  const limit = sendsPerSecond[plan];
  throw new AppError(
    'RATE_LIMITED',
    `At most ${limit} ${limit === 1 ? 'send' : 'sends'} per second and key are allowed on the plan ${plan}. Retry ` +
      'after the time in Retry-After.',
    { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) },
  );
}
