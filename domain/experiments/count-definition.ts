import canonicalize from 'canonicalize';
import type { CountedMetric } from './metrics/counted-metric';

/**
 * The settings by which an experiment's exposures and outcomes are counted. Counts are valid for one definition;
 * another definition changes them.
 */
export interface CountDefinition {
  /** Version of the counting method: {@link countingVersionOf}. Older definitions do not have it. */
  version?: number;
  /** Sorted. Exposures to other variants are ignored. */
  variantIds: string[];
  /** ISO 8601 with microseconds; later events do not count. Null while the experiment has not ended. */
  endedAt: string | null;
  /** Number of the newest weights; 0 without any. */
  allocations: number;
  /** Sorted by key. */
  metrics: CountedMetric[];
  /** The currency that amounts are converted to, and a digest of the rates of each month, by `YYYY-MM`. */
  money?: { base: string | null; months: Record<string, string> };
}

/** Raise this when the same events and definition give other counts than before. */
const countingVersion = 2;
/** Version for ratios. Since version 3, visitors with only a denominator event do not count as converted. */
const ratioVersion = 3;

/**
 * Returns the version of the counting method for some metrics. A changed version recounts them, so it is the version of
 * the last change that affects them.
 */
export const countingVersionOf = (metrics: readonly CountedMetric[]): number =>
  metrics.some(({ denominator }) => denominator !== null) ? ratioVersion : countingVersion;

/** What to count again for another definition; null for nothing. */
export type Recount =
  /** Finds exposures that were not counted before by their events. `afresh` also recomputes the sums. */
  | { kind: 'all'; afresh: boolean }
  /**
   * Recounts visitors with known exposures: all of them, or those with activity after a time or amounts since a day.
   */
  | {
      kind: 'exposed';
      all: boolean;
      endedAt: string | null;
      allocations: number | null;
      moneySince: string | null;
    };

/** Returns how to update the counts of one definition to another; null if they stay valid. */
export function recountFor(held: CountDefinition, current: CountDefinition): Recount | null {
  if (isSame(held, current)) return null;
  if (held.version !== current.version) return { kind: 'all', afresh: true };
  const endsEarlier = isEarlierEnd(held, current);
  const isOtherEnd = held.endedAt !== current.endedAt && !endsEarlier;
  if (!isSame(held.variantIds, current.variantIds) || isOtherEnd) return { kind: 'all', afresh: false };
  const [storedMoney, currentMoney] = [held.money ?? noMoney, current.money ?? noMoney];
  // The first weights also apply to exposures before them.
  const areFirstWeights = held.allocations === 0 && current.allocations > 0;
  return {
    kind: 'exposed',
    all: areFirstWeights || storedMoney.base !== currentMoney.base || !isSame(held.metrics, current.metrics),
    endedAt: endsEarlier ? current.endedAt : null,
    allocations: held.allocations === current.allocations ? null : held.allocations,
    moneySince: firstChange(storedMoney.months, currentMoney.months),
  };
}

const noMoney = { base: null, months: {} };

const isEarlierEnd = (held: CountDefinition, current: CountDefinition): boolean =>
  current.endedAt !== null && (held.endedAt === null || current.endedAt < held.endedAt);

const isSame = (one: unknown, other: unknown): boolean => canonicalize(one) === canonicalize(other);

/**
 * Returns the first day of the first month with different rates. A rate is valid until the next one, so that all later
 * amounts may change too.
 */
function firstChange(held: Record<string, string>, current: Record<string, string>): string | null {
  const months = [...new Set([...Object.keys(held), ...Object.keys(current)])].sort();
  const changed = months.find((month) => held[month] !== current[month]);
  return changed === undefined ? null : `${changed}-01`;
}
