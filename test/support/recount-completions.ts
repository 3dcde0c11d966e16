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

/** Returns the expected completions of a workspace, matched event by event: `conversion event`, in order. */
export async function recountMatches(database: Database, workspaceId: string): Promise<string[]> {
  const match = compileConversions(await listConversions(database, workspaceId));
  const events = await rowsOf<RawEvent>(
    database.raw(`select id, type, url, data from events where workspace_id = ? and not is_bot`, [workspaceId]),
  );
  return events.flatMap((event) => match(event).map((id) => `${id} ${event.id}`)).sort();
}

/** Returns the completions that count, in the form of {@link recountMatches}. */
export async function readMatches(database: Database, workspaceId: string): Promise<string[]> {
  const rows = await rowsOf<{ match: string }>(
    database.raw(`select conversion_id || ' ' || event_id as match from completions where workspace_id = ?`, [
      workspaceId,
    ]),
  );
  return rows.map(({ match }) => match).sort();
}
