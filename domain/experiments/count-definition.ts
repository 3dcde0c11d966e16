import canonicalize from 'canonicalize';
import { guardrailOf } from './guardrails';

/** What an experiment's exposures and conversions are counted by. Counts hold for one definition; another one changes them. */
export interface CountDefinition {
  /** Sorted. Exposures to others are passed over. */
  variantIds: string[];
  /** ISO 8601 with microseconds; events after it do not count. Null while it has not ended. */
  endedAt: string | null;
  /** Days of 24 hours after an exposure within which conversions count; null for no such end. Older definitions lack it. */
  windowDays?: number | null;
  /** The number of the newest weights; 0 without any. */
  allocations: number;
  /** Sorted by key. */
  metrics: CountedMetric[];
}

/** What counts as converting: events of a name, or completions of conversions. */
export interface CountedMetric {
  /** A conversion's id or an event's name; {@link primaryKey} for the default. */
  key: string;
  /** Null for conversions. */
  eventName: string | null;
  conversions: CountedConversion[];
}

/** A conversion as far as its completions depend on it. */
export interface CountedConversion {
  id: string;
  revision: number;
  /** How far back history is matched; null when it is as a whole. */
  historyBefore: string | null;
}

/** The key of the metric of an experiment that names none. */
export const primaryKey = '';

export interface WorkspaceConversion extends CountedConversion {
  isPrimary: boolean;
}

/**
 * The metrics of an experiment, sorted by key, each once. A name is that of a conversion when there is one, else an event's.
 * Without a primary metric it is the primary conversion, and all conversions where none is primary.
 */
export function countedMetrics(
  { primaryMetric, guardrailMetrics }: { primaryMetric: string | null; guardrailMetrics: readonly string[] },
  conversions: readonly WorkspaceConversion[],
): CountedMetric[] {
  const keys = [primaryMetric ?? primaryKey, ...guardrailMetrics.map((written) => guardrailOf(written).metric)];
  return [...new Set(keys)].sort().map((key) => {
    const counted = key === primaryKey ? defaultConversions(conversions) : conversions.filter(({ id }) => id === key);
    const isEvent = key !== primaryKey && counted.length === 0;
    return {
      key,
      eventName: isEvent ? key : null,
      conversions: counted.map(({ id, revision, historyBefore }) => ({ id, revision, historyBefore })),
    };
  });
}

function defaultConversions(conversions: readonly WorkspaceConversion[]): readonly WorkspaceConversion[] {
  const primary = conversions.filter(({ isPrimary }) => isPrimary);
  return primary.length > 0 ? primary : conversions;
}

/** What has to be counted again for another definition; null for nothing. */
export type Recount =
  /** Events tell exposures that were not counted before. */
  | { kind: 'all' }
  /** The visitors known to be exposed: all of them, or those who did something late. */
  | { kind: 'exposed'; all: boolean; endedAt: string | null; allocations: number | null };

/** Whether and how counts that hold for one definition have to be brought to another. */
export function recountFor(held: CountDefinition, current: CountDefinition): Recount | null {
  const isSame = (one: unknown, other: unknown): boolean => canonicalize(one) === canonicalize(other);
  if (isSame(held, current)) return null;
  const endsEarlier = current.endedAt !== null && (held.endedAt === null || current.endedAt < held.endedAt);
  if (!isSame(held.variantIds, current.variantIds) || (held.endedAt !== current.endedAt && !endsEarlier)) {
    return { kind: 'all' };
  }
  // The first weights are those of whatever came before them, too.
  const areFirstWeights = held.allocations === 0 && current.allocations > 0;
  return {
    kind: 'exposed',
    all:
      areFirstWeights ||
      !isSame(held.metrics, current.metrics) ||
      (held.windowDays ?? null) !== (current.windowDays ?? null),
    endedAt: endsEarlier ? current.endedAt : null,
    allocations: held.allocations === current.allocations ? null : held.allocations,
  };
}
