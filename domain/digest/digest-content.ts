import { describeAnomaly } from '../analytics/anomaly';
import { classifyImpact } from '../journeys/impact-verdict';
import { formatAmount } from '../metrics/format-amount';
import { findAttention, type DigestItem } from './attention';
import { describePeriod, formatDate } from './digest-time';
import {
  formatCount,
  isEmptyWeek,
  summaryVariables,
  type WeekDetails,
  type WeekFigure,
  type WeekJourney,
  type WeeklySummary,
} from './weekly-summary';

export interface DigestFigure {
  label: string;
  value: string;
  /** The change from the week before; null if it is unknown, or if both are empty. */
  change: string | null;
  /** Of each of the seven days; null without a daily series. */
  days: readonly number[] | null;
}

/** A digest in words, the same for its HTML and its text. */
export interface DigestContent {
  intro: string;
  figures: DigestFigure[];
  /** Short statements below the figures. */
  notes: string[];
  sections: { title: string; items: DigestItem[] }[];
}

/** Describes a week. A week without events is one sentence, and what needs attention. */
export function digestContent(summary: WeeklySummary, period: { from: string; to: string }): DigestContent {
  const { details } = summary;
  const isEmpty = isEmptyWeek(summary);
  const sections = [
    { title: 'What to look at', items: details === undefined ? [] : findAttention(details) },
    ...(details === undefined || isEmpty ? [] : sectionsOf(details)),
  ];
  return {
    intro: isEmpty ? `Nothing was recorded in the week of ${describePeriod(period)}.` : introOf(summary, period),
    figures: isEmpty ? [] : figuresOf(summary),
    notes: isEmpty ? [] : notesOf(summary),
    sections: sections.filter(({ items }) => items.length > 0),
  };
}

function introOf({ visitors, details }: WeeklySummary, period: { from: string; to: string }): string {
  const counted = `${formatCount(visitors)} ${visitors === 1 ? 'visitor' : 'visitors'}`;
  if (details === undefined) return `${counted} in the week of ${describePeriod(period)}.`;
  const { completions } = details.figures;
  const converted = `${formatCount(completions.now)} ${completions.now === 1 ? 'conversion' : 'conversions'}`;
  const withChange = (text: string, figure: WeekFigure): string =>
    figure.before === 0 ? text : `${text} (${changeOf(figure)})`;
  return (
    `${withChange(counted, details.figures.visitors)} and ${withChange(converted, completions)} in the week of ` +
    `${describePeriod(period)}. Changes are from the week before.`
  );
}

function figuresOf({ visitors, leads, conversions, messages, details }: WeeklySummary): DigestFigure[] {
  const figures = details?.figures;
  const count = (label: string, value: number, figure: WeekFigure | undefined): DigestFigure => ({
    label,
    value: formatCount(value),
    change: figure === undefined ? null : describeChange(figure, formatCount),
    days: figure?.days ?? null,
  });
  return [
    count('Visitors', visitors, figures?.visitors),
    count('Leads', leads, figures?.leads),
    ...(figures === undefined ? [] : [count('Conversions', figures.completions.now, figures.completions)]),
    ...(details?.revenue ? [revenueOf(details.revenue)] : []),
    count('Journey goals reached', conversions, figures?.goals),
    count('Messages sent', messages, figures?.messages),
  ];
}

function revenueOf({ currency, ...figure }: WeekFigure & { currency: string }): DigestFigure {
  const format = (amount: number): string => formatAmount(amount, currency);
  return { label: 'Revenue', value: format(figure.now), change: describeChange(figure, format), days: figure.days };
}

function notesOf(summary: WeeklySummary): string[] {
  const { experiments, channels } = summaryVariables(summary);
  return [`Experiments running: ${experiments}`, ...(channels === '' ? [] : [`Top channels: ${channels}`])];
}

const sectionsOf = (details: WeekDetails): DigestContent['sections'] => [
  {
    title: 'Decisions',
    items: details.decisions.map(({ id, name, recommendation, variant }) => ({
      name,
      text: `${recommendationWords[recommendation] ?? recommendation}${variant === null ? '' : `: ${variant} wins`}.`,
      path: `/experiments/${id}`,
    })),
  },
  {
    title: 'Journeys',
    items: details.journeys.map((journey) => ({
      name: journey.name,
      text: `${formatCount(journey.entered)} entered, ${formatCount(journey.reached)} of them reached the goal. ${describeImpact(journey)}`,
      path: `/journeys/${journey.id}?view=impact`,
    })),
  },
  {
    title: 'Targets',
    items: details.targets.map(({ id, metric, current, target, unit, deadline, status }) => ({
      name: metric,
      text:
        `${formatCount(current)} of ${formatCount(target)}${unit === null ? '' : ` ${unit}`} by ` +
        `${formatDate(deadline.slice(0, 10))}. ${statusWords[status]}.`,
      path: `/targets/${id}`,
    })),
  },
  {
    title: 'Beliefs',
    items: details.beliefs.map(({ id, statement, from, to }) => ({
      name: statement,
      text: `Confidence ${formatPercent(from)} → ${formatPercent(to)}.`,
      path: `/beliefs/${id}`,
    })),
  },
  {
    title: 'Unusual days',
    items: details.anomalies.map((anomaly) => ({
      name: `${anomaly.metric.charAt(0).toUpperCase()}${anomaly.metric.slice(1)} on ${formatDate(anomaly.date)}`,
      text: `${describeAnomaly(anomaly.metric, anomaly)}.`,
      path: '/',
    })),
  },
];

function describeImpact({ lift, liftInterval95, isUnderpowered }: WeekJourney): string {
  if (lift === null || liftInterval95 === null) return 'Not enough data yet to compare with the holdout group.';
  const interval = `95% interval ${liftInterval95.map(signed).join(' to ')}`;
  const verdict = classifyImpact({ lift, liftInterval95, underpowered: isUnderpowered });
  if (verdict === 'unclear') return `No clear difference from the holdout group yet: ${signed(lift)} (${interval}).`;
  const compared = `Since the start, ${signed(lift)} compared with the holdout group (${interval}).`;
  return verdict === 'early' ? `${compared} Early result: a group has fewer than 100 people.` : compared;
}

const recommendationWords: Readonly<Record<string, string>> = {
  ship: 'Ship it',
  stop_no_effect: 'Stop: no effect',
  roll_back: 'Roll back',
  inconclusive: 'Inconclusive',
  check_data: 'Check the data',
};

const statusWords = {
  on_track: 'On track',
  at_risk: 'At risk',
  behind: 'Behind',
  completed: 'Completed',
} as const;

/** @returns null if both weeks are empty */
function describeChange(figure: WeekFigure, format: (value: number) => string): string | null {
  if (figure.before === 0) return figure.now === 0 ? null : 'up from none';
  return `${changeOf(figure)} from ${format(figure.before)}`;
}

const changeOf = ({ now, before }: WeekFigure): string => signed((now - before) / before);

const signed = (share: number): string => `${share > 0 ? '+' : share < 0 ? '−' : '±'}${formatPercent(Math.abs(share))}`;

const formatPercent = (share: number): string => {
  const percent = share * 100;
  return `${percent.toLocaleString('en-US', { maximumFractionDigits: percent < 10 ? 1 : 0 })}%`;
};
