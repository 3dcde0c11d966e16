import type { Database } from '../connection/pool';
import type { ErasedVisitor } from './erasure-events';

/**
 * Renames visitors in the experiment counts of closed days.
 * @param scope the timezone and closed days of the rollups
 */
export async function renameExposures(
  transaction: Database,
  scope: { workspaceId: string; timezone: string; closedBefore: string },
  visitors: readonly ErasedVisitor[],
): Promise<void> {
  const visitorIds = visitors.map(({ visitorId }) => visitorId);
  const pseudonyms = visitors.map(({ pseudonym }) => pseudonym);
  for (const statement of [renameOutcomes, renameRows, removeLeftovers, removeOlder]) {
    await transaction.raw(statement, { ...scope, visitorIds, pseudonyms });
  }
}

const renameOutcomes = `
  update experiment_outcomes c set visitor_id = n.pseudonym
    from unnest(cast(:visitorIds as text[]), cast(:pseudonyms as text[])) as n (visitor_id, pseudonym), experiment_exposures x
   where x.workspace_id = :workspaceId and x.visitor_id = n.visitor_id
     and (x.exposed_at at time zone :timezone)::date < cast(:closedBefore as date)
     and not exists (
       select from experiment_exposures o
        where o.workspace_id = x.workspace_id and o.experiment_id = x.experiment_id and o.visitor_id = n.pseudonym)
     and c.workspace_id = x.workspace_id and c.experiment_id = x.experiment_id and c.visitor_id = x.visitor_id`;

const renameRows = `
  update experiment_exposures x set visitor_id = n.pseudonym
    from unnest(cast(:visitorIds as text[]), cast(:pseudonyms as text[])) as n (visitor_id, pseudonym)
   where x.workspace_id = :workspaceId and x.visitor_id = n.visitor_id
     and (x.exposed_at at time zone :timezone)::date < cast(:closedBefore as date)
     and not exists (
       select from experiment_exposures o
        where o.workspace_id = x.workspace_id and o.experiment_id = x.experiment_id and o.visitor_id = n.pseudonym)`;

/** The pseudonym is already counted separately. The sums stay, like those of closed days. */
const removeLeftovers = `
  with gone as (
    delete from experiment_exposures x using unnest(cast(:visitorIds as text[])) as n (visitor_id)
     where x.workspace_id = :workspaceId and x.visitor_id = n.visitor_id
       and (x.exposed_at at time zone :timezone)::date < cast(:closedBefore as date)
    returning x.experiment_id, x.visitor_id
  )
  delete from experiment_outcomes c using gone g
   where c.workspace_id = :workspaceId and c.experiment_id = g.experiment_id and c.visitor_id = g.visitor_id`;

/** Rows that the previous release counted, until their table is dropped. */
const removeOlder = `
  delete from experiment_conversions where workspace_id = :workspaceId and visitor_id = any(cast(:visitorIds as text[]))`;
