/** All plans, the smallest first. */
export const plans = ['free', 'starter', 'pro', 'growth', 'scale'] as const;

export type PlanName = (typeof plans)[number];

/** Classifies a change of plan; null if the plan is the same. */
export function planChange(from: PlanName, to: PlanName): 'plan-upgrade' | 'plan-downgrade' | null {
  if (from === to) return null;
  return plans.indexOf(from) < plans.indexOf(to) ? 'plan-upgrade' : 'plan-downgrade';
}
