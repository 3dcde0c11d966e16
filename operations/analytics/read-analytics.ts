import { summarizePeriod, type SummaryFigures } from '../../db/reports/analytics-summary';
import { readTimeseries, type SeriesRequest } from '../../db/reports/analytics-timeseries';
import { findWorkspace, type Workspace } from '../../db/workspaces/workspaces';
import { assertChartable, resolvePeriod, type Period, type PeriodQuery } from '../../domain/analytics/period';
import { assertFilterable } from '../../domain/analytics/series';
import { notFound } from '../../domain/errors';
import type { Context } from '../ports';
import { readReport, type ReportSource } from './read-report';

/** A requested period, and the time of the request. */
export interface PeriodRequest {
  workspaceId: string;
  query: PeriodQuery;
  now: Date;
}

/** Finds the days of a requested period in the workspace's timezone. @throws AppError NOT_FOUND, VALIDATION_ERROR */
export async function findPeriod(
  { database }: Pick<Context, 'database'>,
  { workspaceId, query, now }: PeriodRequest,
): Promise<{ workspace: Workspace; period: Period }> {
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) throw notFound('Workspace', workspaceId);
  return { workspace, period: resolvePeriod(query, workspace.timezone, now) };
}

/** Reads the figures of a period. @throws AppError NOT_FOUND, VALIDATION_ERROR for an invalid period */
export async function readSummary(
  source: ReportSource,
  request: PeriodRequest,
): Promise<{ period: Period; figures: SummaryFigures }> {
  const { workspaceId } = request;
  const { period, workspace } = await findPeriod(source, request);
  const { timezone } = workspace;
  const figures = await readReport(source, workspaceId, (snapshot) =>
    summarizePeriod(snapshot, { ...period, workspaceId, timezone, conversionId: null }),
  );
  return { period, figures };
}

/**
 * Reads the values of a metric by day.
 * @throws AppError NOT_FOUND; VALIDATION_ERROR for an invalid or too long period, and for a filter that the metric does not have
 */
export async function readSeries(
  source: ReportSource,
  request: PeriodRequest,
  series: SeriesRequest,
): Promise<{ period: Period; days: Map<string, number> }> {
  const { workspaceId } = request;
  assertFilterable(series.metric, series.channel);
  const { period, workspace } = await findPeriod(source, request);
  assertChartable(period);
  const { timezone } = workspace;
  const days = await readReport(source, workspaceId, (snapshot) =>
    readTimeseries(snapshot, { ...period, workspaceId, timezone, conversionId: null }, series),
  );
  return { period, days };
}
