/** Exposures of a variant on a day. */
interface DailyExposures {
  variants: readonly { variantId: string; exposures: number }[];
}

/** The state of an experiment that runs. */
interface Running {
  /** Visitors that each variant needs; null while it is unknown. */
  requiredPerVariant: number | null;
  /** Variants that continue: those with a weight of 0 are not waited for. */
  variantIds: readonly string[];
  /** In chronological order, without gaps. */
  daily: readonly DailyExposures[];
}

const recentDays = 7;

/**
 * Returns the days until each variant has its planned size, if visitors arrive as in the last seven days. The newest day
 * is left out of that pace, because it is not over.
 * @returns whole days, 0 if the size is reached; null if the size is unknown, and if a variant gets no visitors
 */
export function daysLeft({ requiredPerVariant, variantIds, daily }: Running): number | null {
  if (requiredPerVariant === null || variantIds.length === 0) return null;
  const whole = daily.length > 1 ? daily.slice(0, -1) : daily;
  const recent = whole.slice(-recentDays);
  const days = variantIds.map((id) => {
    const missing = requiredPerVariant - sumOf(daily, id);
    if (missing <= 0) return 0;
    return Math.ceil(missing / (sumOf(recent, id) / recent.length));
  });
  const most = Math.max(...days);
  return Number.isFinite(most) ? most : null;
}

const sumOf = (days: readonly DailyExposures[], id: string): number =>
  days.reduce((sum, { variants }) => sum + (variants.find(({ variantId }) => variantId === id)?.exposures ?? 0), 0);
