import type { Schemas } from '../api/client';
import {
  countOf,
  formatAmount,
  formatChange,
  formatConfidence,
  formatCount,
  formatInterval,
  formatNumber,
  formatP,
  formatShare,
} from './number';
import { formatDayOf } from './time';

type Results = Schemas['ExperimentResults'];

/** A part of a sentence. The name of a variant is emphasized. */
export type Phrase = string | { name: string };

/** Fewer visitors in an arm give no useful comparison. */
const fewVisitors = 30;

/**
 * Returns the verdict on an experiment in one or two sentences, with the numbers that it is based on.
 * @param titleOf the name of a metric
 */
export function describeVerdict(results: Results, titleOf: (metric: string | null) => string): Phrase[] {
  const { recommendation, variants } = results;
  const visitors = variants.reduce((sum, { exposures }) => sum + exposures, 0);
  if (recommendation === 'check_data') return mismatch(results);
  if (visitors === 0) return ['No visitors yet. Results appear after the first visitor sees a variant.'];
  switch (recommendation) {
    case 'ship':
      return ['Ship ', ...winner(results), ...figures(results, recommendedId(results)), ...decided(results), '.'];
    case 'roll_back':
      return worse(results);
    case 'stop_no_effect':
      return noEffect(results);
    case 'inconclusive':
      return inconclusive(results, titleOf);
    case 'collecting':
      return collecting(results);
  }
}

type Estimate = Results['estimates'][number];

const nameOf = ({ variants }: Results, id: string): Phrase => ({
  name: variants.find(({ variantId }) => variantId === id)?.name ?? id,
});

const controlId = ({ variants }: Results): string => variants[0]?.variantId ?? '';

/** The treatment that is most probably the best. */
function leadingId({ variants }: Results): string {
  const [first, ...others] = variants.slice(1);
  const best = others.reduce(
    (leading, one) => ((leading?.probabilityBest ?? 0) >= one.probabilityBest ? leading : one),
    first,
  );
  return best?.variantId ?? '';
}

const recommendedId = (results: Results): string => results.recommendedVariantId ?? leadingId(results);
const winner = (results: Results): Phrase[] => [nameOf(results, recommendedId(results)), ': '];

/** Formats a value of the primary metric. */
export function formatValue(value: number, measure: string | undefined, currency: string | null): string {
  if (measure === undefined || measure === 'conversion') return formatShare(value);
  return measure === 'revenue' && currency !== null ? formatAmount(value, currency) : formatNumber(value);
}

/** Rates that are compared have the same number of decimals. */
const formatRate = (value: number): string => {
  const digits = value !== 0 && value < 0.01 ? 2 : 1;
  return `${(value * 100).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}%`;
};

/** `16.0% vs 8.0%, +101% (95% interval +45% to +178%)` */
function figures(results: Results, id: string): Phrase[] {
  const { estimates } = results;
  const own = estimates.find(({ variantId }) => variantId === id);
  const control = estimates[0];
  if (own === undefined || control === undefined) return ['no figures'];
  const measure = results.metrics[0]?.measure ?? 'conversion';
  const format = (value: number): string =>
    measure === 'conversion' ? formatRate(value) : formatValue(value, measure, results.currency);
  const { lift, liftInterval95 } = own;
  const change = lift === null ? '' : `, ${formatChange(lift)}`;
  return [`${format(own.value)} vs ${format(control.value)}${change}${intervalOf(results, liftInterval95)}`];
}

const intervalOf = ({ alpha }: Results, interval: Estimate['liftInterval95']): string =>
  interval === null ? '' : ` (${formatShare(1 - alpha)} interval ${formatInterval(interval, formatChange)})`;

/** `, decided on 29 Nov 2026 at 599 visitors per variant` */
function decided({ decision }: Results): string[] {
  if (decision === null) return [];
  const sizes = decision.counts.map(({ exposures }) => exposures);
  return [`, decided on ${formatDayOf(decision.at)} at ${perVariant(Math.min(...sizes), Math.max(...sizes))}`];
}

const perVariant = (least: number, most: number): string =>
  least === most
    ? `${countOf(least, 'visitor', 'visitors')} per variant`
    : `${formatCount(least)} to ${formatCount(most)} visitors per variant`;

function mismatch({ variants, srm }: Results): Phrase[] {
  const split = variants.map(({ name, exposures }) => `${name} ${formatCount(exposures)}`).join(', ');
  return [
    `Don’t use these results yet: the numbers of visitors do not match the weights (${split}; p ${equals(srm.pValue)}). ` +
      'Find the cause under Data quality, then start a new experiment.',
  ];
}

const equals = (pValue: number): string => {
  const text = formatP(pValue);
  return text.startsWith('<') ? text : `= ${text}`;
};

function worse(results: Results): Phrase[] {
  const id = leadingId(results);
  const which = results.variants.length > 2 ? ' Even the best variant, ' : ' ';
  return [
    'Keep ',
    nameOf(results, controlId(results)),
    `.${which}`,
    nameOf(results, id),
    results.variants.length > 2 ? ', is worse: ' : ' is worse: ',
    ...figures(results, id),
    ...decided(results),
    '.',
  ];
}

function noEffect(results: Results): Phrase[] {
  const id = leadingId(results);
  return [
    `Stop: an effect of ${formatShare(results.power.mde)} or more is ruled out. The best variant is `,
    nameOf(results, id),
    ': ',
    ...figures(results, id),
    ...decided(results),
    '.',
  ];
}

function inconclusive(results: Results, titleOf: (metric: string | null) => string): Phrase[] {
  const id = leadingId(results);
  const found = [nameOf(results, id), ': ', ...figures(results, id)];
  const guarded = results.guardrails.flatMap(({ metric, variants }) =>
    variants.filter(({ variantId }) => variantId === id).map((variant) => ({ metric, ...variant })),
  );
  const harmed = guarded.find((one) => one.harmed);
  const unproven = guarded.find(({ nonInferior }) => nonInferior === false);
  const isBetter = (results.estimates.find(({ variantId }) => variantId === id)?.liftInterval95?.[0] ?? 0) > 0;
  if (harmed !== undefined) {
    return ['Review before you ship: ', ...found, `, but it harms the guardrail ${titleOf(harmed.metric)}.`];
  }
  if (isBetter && unproven !== undefined) {
    return [
      'Review before you ship: ',
      ...found,
      `, but a loss beyond the margin of the guardrail ${titleOf(unproven.metric)} is not ruled out.`,
    ];
  }
  return [
    'Inconclusive: the results neither show an effect nor rule one out. The best variant is ',
    ...found,
    ...decided(results),
    '.',
  ];
}

function collecting(results: Results): Phrase[] {
  const { variants, status, engine } = results;
  const smallest = Math.min(...variants.map(({ exposures }) => exposures));
  const id = leadingId(results);
  if (smallest < fewVisitors) {
    return [
      `Too few visitors to compare: the smallest variant has ${countOf(smallest, 'visitor', 'visitors')}.`,
      ...pace(results),
    ];
  }
  const start = status === 'paused' ? 'Paused.' : engine === 'thompson' ? 'Still learning.' : 'Keep running.';
  return [
    start,
    ...pace(results),
    ' So far, ',
    nameOf(results, id),
    ': ',
    ...figures(results, id),
    ...chance(results, id),
    '.',
  ];
}

function chance({ engine, variants }: Results, id: string): string[] {
  if (engine !== 'bayesian' && engine !== 'thompson') return [];
  const own = variants.find(({ variantId }) => variantId === id);
  return own === undefined ? [] : [`, ${formatConfidence(own.probabilityBest)} probability of being best`];
}

/** Estimates beyond a year are not worth their digits. */
export const formatDaysLeft = (days: number): string =>
  days > 365 ? 'More than a year left' : `About ${countOf(days, 'day', 'days')} left`;

/** ` About 5 days left: 62% of 1,200 visitors per variant.` Empty for bandits, which do not wait for a size. */
function pace({ engine, power: { requiredPerVariant, progress }, daysLeft }: Results): string[] {
  if (engine === 'thompson') return [];
  if (requiredPerVariant === null) return [' The sample size is unknown until the control has conversions.'];
  const reached = `${formatShare(Math.min(progress, 1))} of ${perVariant(requiredPerVariant, requiredPerVariant)}`;
  if (daysLeft === null) return [` It has ${reached}.`];
  if (daysLeft === 0) return [` It has the planned size of ${perVariant(requiredPerVariant, requiredPerVariant)}.`];
  return [` ${formatDaysLeft(daysLeft)}: ${reached}.`];
}

/** Whether the counts or values of a decided experiment differ from those at its decision. */
export function hasLaterData({ decision, estimates, metrics, variants }: Results): boolean {
  if (decision === null) return false;
  const values = metrics[0]?.variants ?? [];
  return (
    decision.counts.some(({ variantId, exposures, conversions }) =>
      variants.some(
        (now) => now.variantId === variantId && (now.exposures !== exposures || now.conversions !== conversions),
      ),
    ) ||
    estimates.some(({ variantId, value }) =>
      values.some((now) => now.variantId === variantId && Math.abs(now.value - value) > 1e-9 * Math.abs(value)),
    )
  );
}
