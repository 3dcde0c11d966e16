import type { WorkspaceSettings } from '../accounts/schemas';

export type Plan = WorkspaceSettings['plan'];

/** Sends a second for each key, by the workspace's plan (contract, section 3). */
export const sendsPerSecond: Readonly<Record<Plan, number>> = { free: 1, starter: 5, pro: 20, growth: 50, scale: 200 };

/** Whether a request is one too many. @param requests of its key within the second so far, it among them */
export const isOverThroughput = ({ plan, requests }: { plan: Plan; requests: number }): boolean =>
  requests > sendsPerSecond[plan];
