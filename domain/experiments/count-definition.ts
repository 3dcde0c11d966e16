import canonicalize from 'canonicalize';
import type { CountedMetric } from './metrics/counted-metric';

/** What an experiment's exposures and outcomes are counted by. Counts hold for one definition; another one changes them. */
export interface CountDefinition {
  /** Of the way of counting: {@link countingVersionOf}. Older definitions lack it. */
  version?: number;
  /** Sorted. Exposures to others are passed over. */
  variantIds: string[];
  /** ISO 8601 with microseconds; events after it do not count. Null while it has not ended. */
  endedAt: string | null;
  /** The number of the newest weights; 0 without any. */
  allocations: number;
  /** Sorted by key. */
  metrics: CountedMetric[];
  /** The currency that amounts are converted to, and a digest of the rates of each month, as `YYYY-MM`. */
  money?: { base: string | null; months: Record<string, string> };
}

/** Raised when the same events and definition are counted otherwise than before. */
const countingVersion = 2;
/** Of ratios alone: since 3 those who did what is below the line, and nothing above it, are no conversions. */
const ratioVersion = 3;

/** The way of counting metrics. Another one has them counted anew, so that it is that of the newest change that concerns them. */
export const countingVersionOf = (metrics: readonly CountedMetric[]): number =>
  metrics.some(({ denominator }) => denominator !== null) ? ratioVersion : countingVersion;

/** What has to be counted again for another definition; null for nothing. */
export type Recount =
  /** Exposures that were not counted before are found by their events. `afresh` the sums are computed anew, too. */
  | { kind: 'all'; afresh: boolean }
  /** The visitors known to be exposed: all of them, or those who did something after a time, or had amounts since a day. */
  | {
      kind: 'exposed';
      all: boolean;
      endedAt: string | null;
      allocations: number | null;
      moneySince: string | null;
    };

/** Whether and how counts that hold for one definition have to be brought to another. */
export function recountFor(held: CountDefinition, current: CountDefinition): Recount | null {
  if (isSame(held, current)) return null;
  if (held.version !== current.version) return { kind: 'all', afresh: true };
  const endsEarlier = isEarlierEnd(held, current);
  const isOtherEnd = held.endedAt !== current.endedAt && !endsEarlier;
  if (!isSame(held.variantIds, current.variantIds) || isOtherEnd) return { kind: 'all', afresh: false };
  const [heldMoney, currentMoney] = [held.money ?? noMoney, current.money ?? noMoney];
  // The first weights are those of whatever came before them, too.
  const areFirstWeights = held.allocations === 0 && current.allocations > 0;
  return {
    kind: 'exposed',
    all: areFirstWeights || heldMoney.base !== currentMoney.base || !isSame(held.metrics, current.metrics),
    endedAt: endsEarlier ? current.endedAt : null,
    allocations: held.allocations === current.allocations ? null : held.allocations,
    moneySince: firstChange(heldMoney.months, currentMoney.months),
  };
}

const noMoney = { base: null, months: {} };

const isEarlierEnd = (held: CountDefinition, current: CountDefinition): boolean =>
  current.endedAt !== null && (held.endedAt === null || current.endedAt < held.endedAt);

const isSame = (one: unknown, other: unknown): boolean => canonicalize(one) === canonicalize(other);

/** The first day of the first month whose rates differ: a rate holds until the next, so that all later amounts may, too. */
function firstChange(held: Record<string, string>, current: Record<string, string>): string | null {
  const months = [...new Set([...Object.keys(held), ...Object.keys(current)])].sort();
  const changed = months.find((month) => held[month] !== current[month]);
  return changed === undefined ? null : `${changed}-01`;
}
