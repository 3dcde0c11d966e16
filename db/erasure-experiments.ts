import type { Database } from './connection';
import { inTurn } from './rollups';

/**
 * Gives visitors who are being erased their stand-ins where an experiment counts what retention has taken from the events: their
 * other rows are counted anew, under the new names. Asked before the events are renamed, so that nobody is counted under two names,
 * and after it, for days that retention has closed meanwhile; safe to repeat.
 */
export async function renameExposed(
  database: Database,
  workspaceId: string,
  visitors: readonly { visitorId: string; pseudonym: string }[],
): Promise<void> {
  if (visitors.length === 0) return;
  await inTurn(database, workspaceId, async (transaction, { timezone, closedBefore }) => {
    const values = {
      ...{ workspaceId, timezone, closedBefore },
      visitorIds: visitors.map(({ visitorId }) => visitorId),
      pseudonyms: visitors.map(({ pseudonym }) => pseudonym),
    };
    for (const statement of [renameConversions, renameExposures, removeLeftovers]) {
      await transaction.raw(statement, values);
    }
  });
}

const names = `unnest(cast(:visitorIds as text[]), cast(:pseudonyms as text[])) as n (visitor_id, pseudonym)`;

const isSettled = `x.workspace_id = :workspaceId and (x.exposed_at at time zone :timezone)::date < cast(:closedBefore as date)`;

const isFree = `not exists (
  select from experiment_exposures o
   where o.workspace_id = x.workspace_id and o.experiment_id = x.experiment_id and o.visitor_id = n.pseudonym)`;

const renameConversions = `
  update experiment_conversions c set visitor_id = n.pseudonym
    from ${names}, experiment_exposures x
   where ${isSettled} and x.visitor_id = n.visitor_id and ${isFree}
     and c.workspace_id = x.workspace_id and c.experiment_id = x.experiment_id and c.visitor_id = x.visitor_id`;

const renameExposures = `
  update experiment_exposures x set visitor_id = n.pseudonym from ${names}
   where ${isSettled} and x.visitor_id = n.visitor_id and ${isFree}`;

/** The stand-in was counted by itself. The sums stay, as those of closed days do. */
const removeLeftovers = `
  with gone as (
    delete from experiment_exposures x using ${names} where ${isSettled} and x.visitor_id = n.visitor_id
    returning x.experiment_id, x.visitor_id
  )
  delete from experiment_conversions c using gone g
   where c.workspace_id = :workspaceId and c.experiment_id = g.experiment_id and c.visitor_id = g.visitor_id`;
