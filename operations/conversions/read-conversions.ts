import { findConversion, listConversions, type Conversion } from '../../db/conversions/conversions';
import { countCompletionsByDay } from '../../db/reports/conversion-days';
import { listRecentCompletions, type RecentCompletion } from '../../db/reports/recent-completions';
import { assertChartable, periodBefore, type Period } from '../../domain/analytics/period';
import { conversionFigures } from '../../domain/conversions/figures';
import { notFound } from '../../domain/errors';
import { findPeriod, type PeriodRequest } from '../analytics/read-analytics';
import { readReport, type ReportSource } from '../analytics/read-report';

type ConversionFigures = ReturnType<typeof conversionFigures> &
  Pick<Conversion, 'name' | 'isPrimary'> & { period: Period; previousPeriod: Period };

/**
 * Reads the completions of every conversion by day, and of the previous period.
 * @param conversionId only this conversion
 * @returns an empty list if the conversion does not exist
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for an invalid or too long period
 */
export async function readConversionFigures(
  source: ReportSource,
  request: PeriodRequest,
  conversionId: string | null = null,
): Promise<ConversionFigures[]> {
  const { workspaceId } = request;
  const { period, workspace } = await findPeriod(source, request);
  const { timezone } = workspace;
  const previous = periodBefore(period);
  const both = { from: previous.from, to: period.to };
  assertChartable(both);
  return readReport(source, workspaceId, async (snapshot) => {
    const days = await countCompletionsByDay(snapshot, { ...both, workspaceId, timezone }, conversionId);
    const conversions = await listConversions(snapshot, workspaceId);
    return conversions
      .filter(({ id }) => conversionId === null || id === conversionId)
      .map(({ id, name, isPrimary }) => ({
        ...conversionFigures(id, days, { period, previous }),
        name,
        isPrimary,
        period,
        previousPeriod: previous,
      }));
  });
}

/** Lists the newest completions of a conversion, newest first. @throws AppError NOT_FOUND */
export async function listCompletions(
  source: ReportSource,
  { workspaceId, id }: Pick<Conversion, 'workspaceId' | 'id'>,
  limit: number,
): Promise<RecentCompletion[]> {
  if ((await findConversion(source.database, workspaceId, id)) === null) throw notFound('Conversion', id);
  return readReport(source, workspaceId, (snapshot) => listRecentCompletions(snapshot, workspaceId, id, limit));
}
