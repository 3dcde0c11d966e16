import type { SampleRatio } from './srm';

/** What was seen beside the counts of an experiment. */
export interface QualityCounts {
  /** Visitors who count. */
  exposures: number;
  /** Visitors who saw two variants. */
  crossovers: number;
  /** Bots that said they saw a variant. */
  bots: number;
  /** Exposures whose event came in more than an hour after it happened. */
  delayed: number;
  srm: SampleRatio;
  /** That of the figures; null without amounts. */
  currency: string | null;
  /** Visitors with amounts in another one, by variant. */
  leftOut: readonly { variantId: string; visitors: number }[];
  /** Of them those with amounts in several. */
  several: number;
  /** In order. */
  days: readonly ExposureRate[];
  /** When it had been started before it became the draft that was started last, or that it is; null when it had not. */
  earlierStart: Date | null;
  /** When visitors first came under other weights than before; null when all came under the same. */
  weightsChanged: Date | null;
  /** Weights are made to follow the results, as by a bandit. */
  followsResults: boolean;
}

export interface ExposureRate {
  /** ISO date. */
  date: string;
  /** Visitors first exposed on the day. */
  exposures: number;
  /** Visitors of the workspace on the day. */
  visitors: number;
  /** The one over the other, 0 to 1; null on a day without visitors. */
  rate: number | null;
}

interface Finding {
  /** Worth a look before the figures are trusted. */
  flagged: boolean;
  /** What it is, and what to do about it. */
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
  /** ISO 8601. */
  earlierStart: Finding & { at: string | null };
  /** ISO 8601. */
  weightsChanged: Finding & { at: string | null };
}

/** Shares above which a finding is flagged. */
const limits = { crossovers: 0.01, delayed: 0.05 };

/** p of the sample ratio at one look below which it is not said to fit. */
const doubtful = 0.01;

function sampleRatioMeaning({ mismatch, pValue, unexpected }: SampleRatio): string {
  const strays =
    unexpected > 0
      ? ` Visitors who saw a variant that none are assigned to: ${unexpected.toLocaleString('en')}. Look for pages that choose variants ` +
        'by themselves, or that were kept from before its weight was taken away.'
      : '';
  return `${sizesMeaning(mismatch, pValue)}${strays}`;
}

function sizesMeaning(mismatch: boolean, pValue: number): string {
  if (mismatch) {
    return (
      'The variants are not as large as their weights make them. Something loses visitors of one of them: look for redirects, slow ' +
      'variants and filters before you trust any figure.'
    );
  }
  return pValue < doubtful
    ? 'The sizes of the variants differ from their weights more than chance makes them differ at one look, and not so much that it is ' +
        'beyond doubt after many. Look again when there are more visitors.'
    : 'The variants are as large as their weights make them.';
}

function exposureRateFinding(days: readonly ExposureRate[]): DataQuality['exposureRate'] {
  const flagged = hasBreak(days);
  return {
    flagged,
    days: [...days],
    meaning: flagged
      ? 'On some day the share of visitors who were first exposed was less than half, or more than twice, what it was on the day before. ' +
        'Look for a change of pages, of traffic, or of the snippet on that day.'
      : 'The share of visitors who were first exposed has no break between days. It falls as those who return were exposed before.',
  };
}

const earlierStartFinding = (at: Date | null): DataQuality['earlierStart'] => ({
  flagged: at !== null,
  at: at?.toISOString() ?? null,
  meaning:
    at === null
      ? 'It was not made a draft again after a start.'
      : 'It had been started before, and was made a draft again. Visitors of that time count, under what the draft says now, and with ' +
        'every start a verdict by chance gets more likely than alpha. Try something else by another experiment.',
});

const weightsChangedFinding = (at: Date | null, followsResults: boolean): DataQuality['weightsChanged'] => {
  const flagged = at !== null && !followsResults;
  if (!flagged) {
    const meaning = followsResults
      ? 'Weights follow the results, as a bandit has them. Where rates vary with time, means and verdicts are less sure than they look.'
      : 'All visitors came under the same weights.';
    return { flagged, at: null, meaning };
  }
  return {
    flagged,
    at: at.toISOString(),
    meaning:
      'The weights changed while visitors came. All of them are counted together, so that a variant that got more of its visitors when rates ' +
      'were high looks better than it is, and a verdict may be of the time and not of the variant. Try it by another experiment, with the ' +
      'weights that it is to keep.',
  };
};

/** What may be wrong with the data behind an experiment's figures, each with what it means. */
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
          : 'These visitors saw two variants, and count for none. More than 1 % means that variants are not kept: look for cleared storage, ' +
            'and for pages that choose variants in two ways.',
    },
    bots: {
      flagged: false,
      visitors: bots,
      meaning: 'Crawlers, by their user agent. They count nowhere.',
    },
    delayedEvents: {
      flagged: delayedShare > limits.delayed,
      visitors: delayed,
      share: delayedShare,
      meaning:
        'The exposures of these visitors came in more than an hour after they happened. They count at their own time, so that figures of ' +
        'past days may still move. More than 5 % means that events are held back.',
    },
    currencies: {
      flagged: without > 0,
      currency,
      leftOut: without,
      several,
      variants: leftOut.filter(({ visitors }) => visitors > 0),
      meaning:
        without === 0
          ? 'All amounts are in one currency, or were converted to it.'
          : `These visitors have amounts in another currency than ${currency ?? 'that of most'}, and are left out of revenue. Set exchangeRates ` +
            'in the workspace’s settings to convert them.',
    },
    exposureRate: exposureRateFinding(days),
    earlierStart: earlierStartFinding(counts.earlierStart),
    weightsChanged: weightsChangedFinding(counts.weightsChanged, counts.followsResults),
  };
}

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Fewer visitors in a day move by half by chance. */
const enoughVisitors = 100;

/** Of whole days: the first and the last are parts of days. */
function hasBreak(days: readonly ExposureRate[]): boolean {
  const whole = days.slice(1, -1);
  return whole.some(({ rate, visitors }, index) => {
    const before = whole[index - 1];
    if (rate === null || before === undefined || before.rate === null) return false;
    if (Math.min(visitors, before.visitors) < enoughVisitors || before.rate === 0) return false;
    return rate < before.rate / 2 || rate > before.rate * 2;
  });
}
