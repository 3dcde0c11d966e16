import type { Database } from '../../db/connection/pool';
import { listConversions } from '../../db/conversions/conversions';
import { invalid } from '../../domain/errors';
import { namedConversions, type GivenMetrics } from '../../domain/experiments/metrics/named-conversions';

/**
 * Taken as an event's name, the id of a conversion that does not exist would count nothing.
 * @param kept what the experiment measures already: that stays, though its conversion may be deleted by now
 * @throws AppError VALIDATION_ERROR
 */
export async function refuseUnknownConversions(
  database: Database,
  workspaceId: string,
  { given, kept }: { given: GivenMetrics; kept: GivenMetrics },
): Promise<void> {
  const keptIds = namedConversions(kept).map(({ id }) => id);
  const added = namedConversions(given).filter(({ id }) => !keptIds.includes(id));
  if (added.length === 0) return;
  const conversions = await listConversions(database, workspaceId);
  const details = added
    .filter(({ id }) => !conversions.some((conversion) => conversion.id === id))
    .map(({ path, id }) => ({ path, message: `Conversion "${id}" does not exist in this workspace.` }));
  const [first] = details;
  if (first !== undefined) throw invalid(first.message, details);
}
