import type { Database } from '../../db/connection/pool';
import { listErasedVisitors } from '../../db/erasure/erasure-events';
import type { Erasure } from '../../db/erasure/erasures';
import { mentionsOf, type Mentions } from '../../domain/erasure/mentions';

/** How texts name the person of an erasure that runs: by the address, and by ids of the service, the customer and browsers. */
export async function mentionsOfErasure(database: Database, erasure: Erasure): Promise<Mentions | null> {
  const { email, endUserId, externalIds } = erasure;
  const visitors = await listErasedVisitors(database, erasure);
  const ids = [endUserId ?? [], externalIds, visitors.map(({ visitorId }) => visitorId)].flat();
  return mentionsOf({ email, ids });
}
