import type { Channel } from '../analytics/channel';
import { attributionModels, creditsOf, type AttributionModel } from './models';

/** The touches before a completion. */
export interface TouchPath {
  /** The touches within the lookback window without direct ones, oldest first. */
  channels: readonly Channel[];
  /** Days from each touch to the completion. */
  agesDays: readonly number[];
}

/** Credit by channel in whole units, which sum to {@link creditUnits}. Channels without credit are omitted. */
export type ChannelUnits = Partial<Record<Channel, number>>;

export type CompletionCredits = Record<AttributionModel, ChannelUnits>;

/** The total credit of a channel. */
export interface ChannelCredit {
  completions: number;
  /** By currency, in micros. */
  revenueMicros: Record<string, number>;
}

/** Length of the lookback window in days: older touches get no credit. */
export const lookbackDays = 30;

/**
 * Units of credit per completion. Credits are integers, so that sums stay exact however often a completion is added and
 * removed.
 */
export const creditUnits = 1e15;

/**
 * Splits the credit for a completion among channels, by every model. Direct touches get credit only if there are no
 * other touches. A completion without any touch, such as a server event of a person who never visited, is credited to
 * direct, so that credits sum to the number of completions.
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

/** Rounds shares to whole units. The last and largest share absorbs the rounding error. */
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
