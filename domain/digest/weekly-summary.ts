import type { Anomaly, AnomalyMetric } from '../analytics/anomaly';
import type { Interval } from '../statistics/proportion';
import type { TargetStatus } from '../targets/progress';

/** A week's figures of a workspace. They identify no person. */
export interface WeeklySummary {
  /** Distinct visitors, without bots. */
  visitors: number;
  /** End users who became known in the week. */
  leads: number;
  /** Journey subjects who reached the goal. */
  conversions: number;
  /** Journey messages that were sent. */
  messages: number;
  /** Experiments running now. */
  experiments: number;
  /** The channels with the most visitors, in descending order. */
  channels: { channel: string; visitors: number }[];
  /** Absent in digests that were stored by earlier versions. */
  details?: WeekDetails;
}

export interface WeekDetails {
  figures: Record<'visitors' | 'leads' | 'completions' | 'goals' | 'messages', WeekFigure>;
  /** In the currency with the most completions; null without amounts in both weeks. */
  revenue: (WeekFigure & { currency: string }) | null;
  decisions: { id: string; name: string; recommendation: string; variant: string | null; isPromoted: boolean }[];
  journeys: WeekJourney[];
  targets: WeekTarget[];
  /** Journeys with failures. Absent in digests that were stored by earlier versions. */
  failures?: WeekFailures[];
  /** Beliefs with a changed confidence, 0 to 1. */
  beliefs: { id: string; statement: string; from: number; to: number }[];
  anomalies: (Anomaly & { metric: AnomalyMetric; date: string })[];
}

export interface WeekFigure {
  now: number;
  /** The week before. */
  before: number;
  /** Of each of the seven days; null for figures without a daily series. */
  days: number[] | null;
}

export interface WeekJourney {
  id: string;
  name: string;
  /** People whose first entry was in the week, and those of them who reached the goal. */
  entered: number;
  reached: number;
  /** Of everyone since the first publication, relative to the holdout group. */
  lift: number | null;
  liftInterval95: Interval | null;
  isUnderpowered: boolean;
}

/** Numbers of failed executions and webhooks in the week. */
export interface WeekFailures {
  journeyId: string;
  name: string;
  executions: number;
  webhooks: number;
}

export interface WeekTarget {
  id: string;
  metric: string;
  current: number;
  target: number;
  unit: string | null;
  deadline: string;
  status: TargetStatus;
}

/** Whether a week has nothing to report. */
export function isEmptyWeek({ visitors, leads, conversions, messages, details }: WeeklySummary): boolean {
  const lists =
    details === undefined
      ? []
      : [details.decisions, details.journeys, details.failures ?? [], details.beliefs, details.anomalies];
  const completions = details?.figures.completions.now ?? 0;
  return visitors + leads + conversions + messages + completions === 0 && lists.every(({ length }) => length === 0);
}

/** Formats the figures as variables of a template. */
export const summaryVariables = (summary: WeeklySummary): Record<string, string> => ({
  visitors: formatCount(summary.visitors),
  leads: formatCount(summary.leads),
  conversions: formatCount(summary.conversions),
  messages: formatCount(summary.messages),
  experiments: formatCount(summary.experiments),
  channels: summary.channels
    .map(({ channel, visitors }) => `${channel.replaceAll('_', ' ')} ${formatCount(visitors)}`)
    .join(', '),
});

export const formatCount = (count: number): string => count.toLocaleString('en-US');
