import type { Channel } from '../analytics/channel';
import { creditsOf, type AttributionModel } from './models';

/** Completions that came about in the same way. */
export interface CreditedPath {
  /** The touches of the lookback, oldest first. */
  channels: readonly Channel[];
  /** Days from each touch to the completion. */
  agesDays: readonly number[];
  completions: number;
  /** By currency, in micros. */
  revenueMicros: Readonly<Record<string, number>>;
}

export interface ChannelCredit {
  completions: number;
  /** By currency, in micros. */
  revenueMicros: Record<string, number>;
}

/** Days before a completion in which a touch counts (contract, section 6). */
export const lookbackDays = 30;

/**
 * What each channel is credited with. Direct touches count only where there are no others; a completion without any touch,
 * such as a server's of a person who was never seen, is credited to direct, so that credits sum to the completions.
 */
export function creditChannels(model: AttributionModel, paths: readonly CreditedPath[]): Map<Channel, ChannelCredit> {
  const totals = new Map<Channel, ChannelCredit>();
  for (const path of paths) {
    for (const [channel, credit] of sharesOf(model, path)) {
      const total = totals.get(channel) ?? { completions: 0, revenueMicros: {} };
      totals.set(channel, total);
      total.completions += credit * path.completions;
      for (const [currency, micros] of Object.entries(path.revenueMicros)) {
        total.revenueMicros[currency] = (total.revenueMicros[currency] ?? 0) + credit * micros;
      }
    }
  }
  return totals;
}

function sharesOf(model: AttributionModel, { channels, agesDays }: CreditedPath): [Channel, number][] {
  const all = channels.map((channel, index) => ({ channel, ageDays: agesDays[index] ?? 0 }));
  const counted = all.filter(({ channel }) => channel !== 'direct');
  if (counted.length === 0) return [['direct', 1]];
  const credits = creditsOf(
    model,
    counted.map(({ ageDays }) => ageDays),
  );
  return counted.flatMap(({ channel }, index) => {
    const credit = credits[index] ?? 0;
    return credit === 0 ? [] : [[channel, credit] as [Channel, number]];
  });
}
