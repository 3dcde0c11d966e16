/** The plans, the smallest first. */
export const plans = ['free', 'starter', 'pro', 'growth', 'scale'] as const;

export type PlanName = (typeof plans)[number];

/** What a change of plan is; null for none. */
export function planChange(from: PlanName, to: PlanName): 'plan-upgrade' | 'plan-downgrade' | null {
  if (from === to) return null;
  return plans.indexOf(from) < plans.indexOf(to) ? 'plan-upgrade' : 'plan-downgrade';
}
