import type { SampleRatio } from './srm';

/** Counts that show the quality of an experiment's data. */
export interface QualityCounts {
  /** Visitors counted in the results. */
  exposures: number;
  exposuresByVariant: ReadonlyMap<string, number>;
  /** Visitors who saw two variants. */
  crossovers: number;
  /** Bots that reported an exposure. */
  bots: number;
  /** Exposures with an event that arrived more than an hour after it happened. */
  delayed: number;
  srm: SampleRatio;
  /** Currency of the figures; null without amounts. */
  currency: string | null;
  /** Visitors with amounts in another currency, by variant. */
  leftOut: readonly { variantId: string; visitors: number }[];
  /** Visitors among them with amounts in several currencies. */
  several: number;
  /** In chronological order. */
  days: readonly ExposureRate[];
  /** By variant, those with errors only. */
  applyErrors: readonly ApplyErrors[];
  /** The start before the experiment was last made a draft again; null if there was none. */
  earlierStart: Date | null;
  /** When visitors first came under different weights; null if the weights never changed. */
  weightsChanged: Date | null;
  /** Whether weights follow the results, as in a bandit. */
  followsResults: boolean;
}

export interface ExposureRate {
  /** ISO date. */
  date: string;
  /** Visitors first exposed on the day. */
  exposures: number;
  /** Visitors of the workspace on that day. */
  visitors: number;
  /** Exposures divided by visitors, 0 to 1; null on a day without visitors. */
  rate: number | null;
}

/** Visitors of a variant who got an error when the snippet applied it. */
export interface ApplyErrors {
  variantId: string;
  visitors: number;
  /** Visitors among them without an exposure. */
  unexposed: number;
  /** The most frequent reasons. */
  reasons: { reason: string; visitors: number }[];
}

interface Finding {
  /** Whether it needs a check before the figures are trusted. */
  flagged: boolean;
  /** What the finding means, and what to do about it. */
  meaning: string;
}

export interface DataQuality {
  sampleRatio: Finding & { pValue: number };
  crossovers: Finding & { visitors: number; share: number };
  bots: Finding & { visitors: number };
  delayedEvents: Finding & { visitors: number; share: number };
  currencies: Finding & {
    currency: string | null;
    leftOut: number;
    several: number;
    variants: { variantId: string; visitors: number }[];
  };
  exposureRate: Finding & { days: ExposureRate[] };
  applyErrors: Finding & { visitors: number; variants: (ApplyErrors & { share: number })[] };
  /** ISO 8601. */
  earlierStart: Finding & { at: string | null };
  /** ISO 8601. */
  weightsChanged: Finding & { at: string | null };
}

/** Shares above which a finding is flagged. */
const limits = { crossovers: 0.01, delayed: 0.05, applyErrors: 0.01 };

/** Sample ratio p-value for a single look below which the text does not say that the sizes fit. */
const doubtful = 0.01;

function sampleRatioMeaning({ mismatch, pValue, unexpected }: SampleRatio): string {
  const strays =
    unexpected > 0
      ? ` Visitors who saw a variant with weight 0: ${unexpected.toLocaleString('en')}. Look for pages that ` +
        'choose variants themselves, or that kept a variant from before its weight was removed.'
      : '';
  return `${sizesMeaning(mismatch, pValue)}${strays}`;
}

function sizesMeaning(mismatch: boolean, pValue: number): string {
  if (mismatch) {
    return (
      'The variant sizes do not match their weights. Visitors of some variants are being lost. Check ' +
      'redirects, slow variants and filters before you trust any result.'
    );
  }
  return pValue < doubtful
    ? 'The variant sizes differ from their weights more than chance explains at a single look, but not enough to ' +
        'be certain after many looks. Check again when there are more visitors.'
    : 'The variant sizes match their weights.';
}

function exposureRateFinding(days: readonly ExposureRate[]): DataQuality['exposureRate'] {
  const flagged = hasBreak(days);
  return {
    flagged,
    days: [...days],
    meaning: flagged
      ? 'On at least one day, the share of newly exposed visitors was less than half, or more than twice, that ' +
        'of the previous day. Check for changes to pages, traffic or the snippet on that day.'
      : 'The share of newly exposed visitors has no sudden change between days. It decreases over time, because ' +
        'returning visitors were exposed before.',
  };
}

/** @param exposed visitors counted in the results, by variant */
function applyErrorsFinding(
  errors: readonly ApplyErrors[],
  exposed: ReadonlyMap<string, number>,
): DataQuality['applyErrors'] {
  const variants = errors.map((one) => ({
    ...one,
    share: shareOf(one.visitors, (exposed.get(one.variantId) ?? 0) + one.unexposed),
  }));
  const visitors = errors.reduce((sum, one) => sum + one.visitors, 0);
  return {
    flagged: variants.some(({ share }) => share > limits.applyErrors),
    visitors,
    variants,
    meaning:
      visitors === 0
        ? 'No browser reported an error when it applied a variant.'
        : 'The browsers of these visitors could not apply their variant completely. Visitors without an exposure are ' +
          'missing from the results. If more than 1% of a variant’s visitors are affected, its visitors may no ' +
          'longer be comparable with the control’s. Fix the reasons, and repeat the test in a new experiment.',
  };
}

const earlierStartFinding = (at: Date | null): DataQuality['earlierStart'] => ({
  flagged: at !== null,
  at: at?.toISOString() ?? null,
  meaning:
    at === null
      ? 'The experiment was not reset to a draft after a start.'
      : 'The experiment was started before and then reset to a draft. Earlier visitors count under the current ' +
        'settings. Each restart increases the risk of a false ' +
        'result above alpha. Test new ideas in a new experiment.',
});

const weightsChangedFinding = (at: Date | null, followsResults: boolean): DataQuality['weightsChanged'] => {
  const flagged = at !== null && !followsResults;
  if (!flagged) {
    const meaning = followsResults
      ? 'The weights follow the results, as in any bandit. If rates vary over time, means and recommendations ' +
        'are less certain than they look.'
      : 'All visitors were assigned with the same weights.';
    return { flagged, at: null, meaning };
  }
  return {
    flagged,
    at: at.toISOString(),
    meaning:
      'The weights changed during the experiment, and all visitors are counted together. A variant that got ' +
      'more visitors while rates were high looks better than it is. The result may reflect the time and not ' +
      'the variant. Repeat the test in a new experiment with fixed weights.',
  };
};

/** Returns possible problems with an experiment's data, each with an explanation. */
export function dataQuality(counts: QualityCounts): DataQuality {
  const { exposures, crossovers, bots, delayed, srm, currency, leftOut, several, days } = counts;
  const crossed = shareOf(crossovers, exposures + crossovers);
  const delayedShare = shareOf(delayed, exposures);
  const without = leftOut.reduce((sum, { visitors }) => sum + visitors, 0);
  return {
    sampleRatio: {
      flagged: srm.mismatch,
      pValue: srm.pValue,
      meaning: sampleRatioMeaning(srm),
    },
    crossovers: {
      flagged: crossed > limits.crossovers,
      visitors: crossovers,
      share: crossed,
      meaning:
        crossovers === 0
          ? 'Each visitor saw one variant.'
          : 'These visitors saw two variants and are excluded. More than 1% means that assignments are not ' +
            'stable. Look for cleared storage and for pages that choose variants in two ways.',
    },
    bots: {
      flagged: false,
      visitors: bots,
      meaning: 'Crawlers, detected by user agent. They are excluded from all results.',
    },
    delayedEvents: {
      flagged: delayedShare > limits.delayed,
      visitors: delayed,
      share: delayedShare,
      meaning:
        'The exposures of these visitors arrived more than an hour late. They count at the time they happened, ' +
        'so results of past days can still change. More than 5% means that events are being delayed.',
    },
    currencies: {
      flagged: without > 0,
      currency,
      leftOut: without,
      several,
      variants: leftOut.filter(({ visitors }) => visitors > 0),
      meaning:
        without === 0
          ? 'All amounts are in one currency or were converted to it.'
          : `These visitors have amounts in a currency other than ${currency ?? 'the most common one'} and are ` +
            'excluded from revenue. To convert them, set exchangeRates in the workspace settings.',
    },
    exposureRate: exposureRateFinding(days),
    applyErrors: applyErrorsFinding(counts.applyErrors, counts.exposuresByVariant),
    earlierStart: earlierStartFinding(counts.earlierStart),
    weightsChanged: weightsChangedFinding(counts.weightsChanged, counts.followsResults),
  };
}

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Minimum number of visitors per day. With fewer, the rate can halve by chance. */
const enoughVisitors = 100;

/** Returns whether the rate jumps between two days. Ignores the first and the last day, because they are incomplete. */
function hasBreak(days: readonly ExposureRate[]): boolean {
  const whole = days.slice(1, -1);
  return whole.some(({ rate, visitors }, index) => {
    const before = whole[index - 1];
    if (rate === null || before === undefined || before.rate === null) return false;
    if (Math.min(visitors, before.visitors) < enoughVisitors || before.rate === 0) return false;
    return rate < before.rate / 2 || rate > before.rate * 2;
  });
}
