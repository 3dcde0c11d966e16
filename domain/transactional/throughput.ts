import type { WorkspaceSettings } from '../accounts/schemas';

export type Plan = WorkspaceSettings['plan'];

/** Sends per second for each key, by the workspace's plan. */
export const sendsPerSecond: Readonly<Record<Plan, number>> = { free: 1, starter: 5, pro: 20, growth: 50, scale: 200 };

/**
 * Checks whether a request exceeds the limit.
 * @param requests of its key in the current second, including this one
 */
export const isOverThroughput = ({ plan, requests }: { plan: Plan; requests: number }): boolean =>
  requests > sendsPerSecond[plan];
