import { findConversion } from '../../db/conversions/conversions';
import { findEndUser } from '../../db/end-users/end-users';
import { sumConnectors, type ConnectorSums } from '../../db/reports/ad-figures';
import { readCredits, type PeriodCredits } from '../../db/reports/attribution';
import { readLeadPath, type LeadPath } from '../../db/reports/lead-path';
import type { ReportPeriod } from '../../db/reports/period-columns';
import type { Period } from '../../domain/analytics/period';
import type { AttributionModel } from '../../domain/attribution/models';
import { notFound } from '../../domain/errors';
import { creditCompletions } from './credit-completions';
import { drainRollups } from './drain-rollups';
import { findPeriod, type PeriodRequest } from './read-analytics';
import { readCounted, readReport, type ReportSource } from './read-report';

type Attribution = PeriodCredits & { spend: ConnectorSums[] };

/**
 * Reads the attribution of a requested period.
 * @param chosen.model the workspace's model by default
 * @param chosen.conversionId null for all conversions
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for an invalid period
 */
export async function readAttributionSummary(
  source: ReportSource,
  request: PeriodRequest,
  { model, conversionId }: { model: AttributionModel | undefined; conversionId: string | null },
): Promise<Attribution & { model: AttributionModel; period: Period }> {
  const { workspaceId } = request;
  const { period, workspace } = await findPeriod(source, request);
  const { timezone, attributionModel } = workspace;
  if (conversionId !== null && (await findConversion(source.database, workspaceId, conversionId)) === null) {
    throw notFound('Conversion', conversionId);
  }
  const applied = model ?? attributionModel ?? 'last_touch';
  const found = await readAttribution(source, { ...period, workspaceId, timezone, conversionId }, applied);
  return { ...found, model: applied, period };
}

/** Reads the touches and conversions of a lead. @throws AppError NOT_FOUND */
export async function readPathOfLead(source: ReportSource, workspaceId: string, leadId: string): Promise<LeadPath> {
  if ((await findEndUser(source.database, workspaceId, leadId)) === null) throw notFound('Lead', leadId);
  return readReport(source, workspaceId, (snapshot) => readLeadPath(snapshot, workspaceId, leadId));
}

/**
 * Reads the channel credits of a model in a period, and the spend of each connector, in one snapshot. Every event and
 * link that was committed before the call counts.
 */
export async function readAttribution(
  source: ReportSource,
  period: ReportPeriod,
  model: AttributionModel,
): Promise<Attribution> {
  await drainRollups(source, period.workspaceId);
  await creditCompletions(source, period.workspaceId);
  return readCounted(source, async (snapshot) => ({
    ...(await readCredits(snapshot, period, model)),
    spend: await sumConnectors(snapshot, period.workspaceId, null, period),
  }));
}
