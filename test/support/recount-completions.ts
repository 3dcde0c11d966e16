import { compileConversions } from '../../domain/conversions/match';
import { listConversions } from '../../db/conversions/conversions';
import { rowsOf } from '../../db/connection/statements';
import type { Database } from '../../db/connection/pool';
import type { JsonObject } from '../../domain/json/schemas';

interface RawEvent {
  id: string;
  type: string;
  url: string | null;
  data: JsonObject;
}

/** What the completions of a workspace have to be, matched one by one from its events: `conversion event`, in order. */
export async function recountMatches(database: Database, workspaceId: string): Promise<string[]> {
  const match = compileConversions(await listConversions(database, workspaceId));
  const events = await rowsOf<RawEvent>(
    database.raw(`select id, type, url, data from events where workspace_id = ? and not is_bot`, [workspaceId]),
  );
  return events.flatMap((event) => match(event).map((id) => `${id} ${event.id}`)).sort();
}

/** The completions that count, as {@link recountMatches} writes them. */
export async function readMatches(database: Database, workspaceId: string): Promise<string[]> {
  const rows = await rowsOf<{ match: string }>(
    database.raw(`select conversion_id || ' ' || event_id as match from completions where workspace_id = ?`, [
      workspaceId,
    ]),
  );
  return rows.map(({ match }) => match).sort();
}
