import { purgeSendEvents } from '../../db/email/send-events';
import { purgeWarmUpDays } from '../../db/email/sending-limits';
import { settleAbandonedSends } from '../../db/email/sends';
import { purgeImports } from '../../db/end-users/imports';
import { purgePersonChanges } from '../../db/end-users/person-changes';
import { purgeOutlived } from '../../db/events/event-storage';
import { purgeCohortSpans } from '../../db/journeys/subject-totals';
import { purgeIdempotencyRecords } from '../../db/transactional/idempotency';
import type { Context } from '../ports';

/**
 * Deletes message ids, rejected events, sessions, idempotency keys, opens, changes of people and quarter hours of journeys
 * that are older than their limits, and settles sends that no attempt will continue. Safe to repeat: it continues with what is left.
 * @returns the number of rows of each kind
 */
export async function purge({ database, signal }: Pick<Context, 'database' | 'signal'>) {
  const purged = await purgeOutlived(database, signal);
  const abandonedSends = await settleAbandonedSends(database);
  const idempotencyKeys = await purgeIdempotencyRecords(database, signal);
  const sendEvents = await purgeSendEvents(database, signal);
  const cohortSpans = await purgeCohortSpans(database, signal);
  const personChanges = await purgePersonChanges(database, signal);
  const importedRows = await purgeImports(database, signal);
  await purgeWarmUpDays(database);
  return { ...purged, abandonedSends, idempotencyKeys, sendEvents, cohortSpans, personChanges, importedRows };
}
