import type { WorkspaceSettings } from '../accounts/schemas';

export type Plan = WorkspaceSettings['plan'];

/** Sends a second for each key, by the workspace's plan (contract, section 3). */
export const sendsPerSecond: Readonly<Record<Plan, number>> = { free: 1, starter: 5, pro: 20, growth: 50, scale: 200 };
