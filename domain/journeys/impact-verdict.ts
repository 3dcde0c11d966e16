import type { Impact } from './impact';

/**
 * What the comparison with the holdout group shows. `result`: a difference. `early`: a difference, but a group has fewer
 * than 100 people. `unclear`: the interval includes no difference. `none`: there is no interval yet.
 */
export type ImpactVerdict = 'result' | 'early' | 'unclear' | 'none';

/** Classifies a lift by its interval. */
export function classifyImpact({
  lift,
  liftInterval95: interval,
  underpowered,
}: Pick<Impact, 'lift' | 'liftInterval95' | 'underpowered'>): ImpactVerdict {
  if (lift === null || interval === null) return 'none';
  if (interval[0] <= 0 && interval[1] >= 0) return 'unclear';
  return underpowered ? 'early' : 'result';
}
