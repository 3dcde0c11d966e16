import { sumConnectors, type ConnectorSums } from '../../db/reports/ad-figures';
import { readCredits, type PeriodCredits } from '../../db/reports/attribution';
import type { ReportPeriod } from '../../db/reports/period-columns';
import type { AttributionModel } from '../../domain/attribution/models';
import { creditCompletions } from './credit-completions';
import { drainRollups } from './drain-rollups';
import { readCounted, type ReportSource } from './read-report';

/**
 * Reads the channel credits of a model in a period, and the spend of each connector, in one snapshot. Every event and
 * link that was committed before the call counts.
 */
export async function readAttribution(
  source: ReportSource,
  period: ReportPeriod,
  model: AttributionModel,
): Promise<PeriodCredits & { spend: ConnectorSums[] }> {
  await drainRollups(source, period.workspaceId);
  await creditCompletions(source, period.workspaceId);
  return readCounted(source, async (snapshot) => ({
    ...(await readCredits(snapshot, period, model)),
    spend: await sumConnectors(snapshot, period.workspaceId, null, period),
  }));
}
