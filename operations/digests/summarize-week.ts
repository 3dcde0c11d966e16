import { listAnomalies } from '../../db/analytics/anomalies';
import type { Database } from '../../db/connection/pool';
import { summarizePeriod } from '../../db/reports/analytics-summary';
import { readTimeseries } from '../../db/reports/analytics-timeseries';
import { countSubjects } from '../../db/reports/calibrated-impact';
import { readJourneyFailures } from '../../db/reports/journey-failures';
import { findMainCurrency, type ReportPeriod } from '../../db/reports/period-columns';
import { countWeek, listChangedBeliefs, listDecided, listEnteredJourneys } from '../../db/reports/week-counts';
import { listTargets } from '../../db/targets/targets';
import { daysOf, periodBefore } from '../../domain/analytics/period';
import type { SeriesMetric } from '../../domain/analytics/schemas';
import { digestPeriod } from '../../domain/digest/digest-time';
import type {
  WeekDetails,
  WeekFigure,
  WeekJourney,
  WeeklySummary,
  WeekTarget,
} from '../../domain/digest/weekly-summary';
import { impactOf } from '../../domain/journeys/impact';
import { targetStatus } from '../../domain/targets/progress';

/** The most entries of a list in a digest. */
const most = 5;
const maxChannels = 3;
const microsPerUnit = 1_000_000;

interface WeekRequest {
  workspaceId: string;
  timezone: string;
  /** The digest's date, local, ISO 8601. It covers the seven days before. */
  date: string;
  now: Date;
}

/** Summarizes the week of a digest. Every statement sees the same snapshot. */
export async function summarizeWeek(
  snapshot: Database,
  { workspaceId, timezone, date, now }: WeekRequest,
): Promise<WeeklySummary> {
  const week: ReportPeriod = { workspaceId, timezone, conversionId: null, ...digestPeriod(date) };
  const before: ReportPeriod = { ...week, ...periodBefore(week) };
  const [traffic, trafficBefore] = [await summarizePeriod(snapshot, week), await summarizePeriod(snapshot, before)];
  const [counts, countsBefore] = [await countWeek(snapshot, week), await countWeek(snapshot, before)];
  const daily = async (metric: SeriesMetric): Promise<number[]> =>
    inDays(week, await readSeries(snapshot, week, metric));
  const details: WeekDetails = {
    figures: {
      visitors: { now: traffic.visitors, before: trafficBefore.visitors, days: await daily('visitors') },
      leads: { now: traffic.leads, before: trafficBefore.leads, days: await daily('leads') },
      completions: { now: traffic.conversions, before: trafficBefore.conversions, days: await daily('conversions') },
      goals: { now: counts.goals, before: countsBefore.goals, days: null },
      messages: { now: counts.messages, before: countsBefore.messages, days: null },
    },
    revenue: await readRevenue(snapshot, week, before),
    decisions: await listDecided(snapshot, week, most),
    journeys: await readJourneys(snapshot, week),
    failures: (await readJourneyFailures(snapshot, week))
      .slice(0, most)
      .map(({ lastAt: _last, ...failures }) => failures),
    targets: await readTargets(snapshot, week, now),
    beliefs: await listChangedBeliefs(snapshot, week, most),
    anomalies: (await listAnomalies(snapshot, workspaceId, week)).map(
      ({ createdAt: _detected, ...anomaly }) => anomaly,
    ),
  };
  return {
    visitors: traffic.visitors,
    leads: traffic.leads,
    conversions: counts.goals,
    messages: counts.messages,
    experiments: counts.experiments,
    channels: traffic.channels.slice(0, maxChannels).map(({ channel, visitors }) => ({ channel, visitors })),
    details,
  };
}

const readSeries = (
  snapshot: Database,
  period: ReportPeriod,
  metric: SeriesMetric,
  currency: string | null = null,
): Promise<Map<string, number>> => readTimeseries(snapshot, period, { metric, channel: null, currency });

const inDays = (period: ReportPeriod, values: ReadonlyMap<string, number>): number[] =>
  daysOf(period).map((day) => values.get(day) ?? 0);

async function readRevenue(
  snapshot: Database,
  week: ReportPeriod,
  before: ReportPeriod,
): Promise<(WeekFigure & { currency: string }) | null> {
  const currency = await findMainCurrency(snapshot, { ...week, from: before.from });
  const amounts = await readSeries(snapshot, { ...week, from: before.from }, 'revenue', currency);
  if (amounts.size === 0) return null;
  const [days, earlier] = [inDays(week, amounts), inDays(before, amounts)];
  const sumOf = (micros: readonly number[]): number => micros.reduce((sum, one) => sum + one, 0) / microsPerUnit;
  return { currency, now: sumOf(days), before: sumOf(earlier), days: days.map((micros) => micros / microsPerUnit) };
}

async function readJourneys(snapshot: Database, week: ReportPeriod): Promise<WeekJourney[]> {
  const journeys: WeekJourney[] = [];
  for (const journey of await listEnteredJourneys(snapshot, week, most)) {
    const { triggered, converted } = await countSubjects(snapshot, week.workspaceId, journey.id);
    const { lift, liftInterval95, underpowered } = impactOf(triggered, converted);
    journeys.push({ ...journey, lift, liftInterval95, isUnderpowered: underpowered });
  }
  return journeys;
}

const severity = ['behind', 'at_risk', 'on_track', 'completed'] as const;

/** Reads the targets with a deadline in the week or later, those that need attention first. */
async function readTargets(snapshot: Database, week: ReportPeriod, now: Date): Promise<WeekTarget[]> {
  const targets = await listTargets(snapshot, week.workspaceId);
  return targets
    .filter(({ deadline }) => deadline.slice(0, 10) >= week.from)
    .map((target) => ({ ...target, status: target.status ?? targetStatus(target, now) }))
    .sort((one, other) => severity.indexOf(one.status) - severity.indexOf(other.status))
    .slice(0, most)
    .map(({ id, metric, current, target, unit, deadline, status }) => ({
      id,
      metric,
      current,
      target,
      unit,
      deadline,
      status,
    }));
}
