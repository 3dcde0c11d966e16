import type { Channel } from '../analytics/channel';
import { attributionModels, creditsOf, type AttributionModel } from './models';

/** How a completion came about. */
export interface TouchPath {
  /** The touches of the lookback but direct ones, oldest first. */
  channels: readonly Channel[];
  /** Days from each touch to the completion. */
  agesDays: readonly number[];
}

/** Whole units by channel, which sum to {@link creditUnits}. Channels without credit are left out. */
export type ChannelUnits = Partial<Record<Channel, number>>;

export type CompletionCredits = Record<AttributionModel, ChannelUnits>;

/** What a channel is credited with. */
export interface ChannelCredit {
  completions: number;
  /** By currency, in micros. */
  revenueMicros: Record<string, number>;
}

/** Days before a completion in which a touch counts (contract, section 6). */
export const lookbackDays = 30;

/** Of one completion. Credits are whole numbers of them, so that sums stay exact however often one is added and taken off. */
export const creditUnits = 1e15;

/**
 * What a completion credits channels with, by every model. Direct touches count only where there are no others; a completion
 * without any touch, such as a server's of a person who was never seen, is credited to direct, so that credits sum to the
 * completions.
 */
export const creditCompletion = (path: TouchPath): CompletionCredits =>
  Object.fromEntries(attributionModels.map((model) => [model, unitsOf(model, path)])) as CompletionCredits;

function unitsOf(model: AttributionModel, { channels, agesDays }: TouchPath): ChannelUnits {
  const shares = new Map<Channel, number>();
  for (const [index, credit] of creditsOf(model, agesDays).entries()) {
    const channel = channels[index];
    if (channel !== undefined && credit > 0) shares.set(channel, (shares.get(channel) ?? 0) + credit);
  }
  if (shares.size === 0) return { direct: creditUnits };
  return inWholeUnits([...shares].sort(([, a], [, b]) => a - b));
}

/** What rounding leaves goes to the last, which is the largest. */
function inWholeUnits(ascending: readonly (readonly [Channel, number])[]): ChannelUnits {
  const units: ChannelUnits = {};
  let left = creditUnits;
  for (const [index, [channel, share]] of ascending.entries()) {
    const rounded = index === ascending.length - 1 ? left : Math.round(share * creditUnits);
    left -= rounded;
    if (rounded > 0) units[channel] = rounded;
  }
  return units;
}
