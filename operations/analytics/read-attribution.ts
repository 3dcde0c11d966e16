import { readCredits, type PeriodCredits } from '../../db/reports/attribution';
import type { ReportPeriod } from '../../db/reports/period-columns';
import type { AttributionModel } from '../../domain/attribution/models';
import { creditCompletions } from './credit-completions';
import { drainRollups } from './drain-rollups';
import { readCounted, type ReportSource } from './read-report';

/** What a model credits channels with in a period, by every event and link that was committed before the call. */
export async function readAttribution(
  source: ReportSource,
  period: ReportPeriod,
  model: AttributionModel,
): Promise<PeriodCredits> {
  await drainRollups(source.database, period.workspaceId);
  await creditCompletions(source.database, period.workspaceId);
  return readCounted(source, (snapshot) => readCredits(snapshot, period, model));
}
