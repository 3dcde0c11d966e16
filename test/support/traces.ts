import type { Client } from '@temporalio/client';
import { rowsOf } from '../../db/connection/statements';
import type { Database } from '../../db/connection/pool';

/** Searches everything that the service stores for texts, to check that an erasure has removed them. */

/** Returns rows of any table that contain one of the texts in any column, ignoring case: `table: row`. */
export async function findInDatabase(database: Database, texts: readonly string[]): Promise<string[]> {
  const tables = await rowsOf<{ name: string }>(
    database.raw(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    ),
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await rowsOf<{ row: string }>(
      database.raw(
        `select t::text as row from ${name} t
          where exists (select from unnest(?::text[]) as n (text) where position(n.text in lower(t::text)) > 0)`,
        [texts.map((text) => text.toLowerCase())],
      ),
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

/** Returns workflows of the namespace that contain one of the texts in their list entry or history. */
export async function findInTemporal(client: Client, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const info of client.workflow.list()) {
    const history = await client.workflow.getHandle(info.workflowId, info.runId).fetchHistory();
    const text = readable([info.raw, history]).toLowerCase();
    if (texts.some((one) => text.includes(one.toLowerCase()))) found.push(info.workflowId);
  }
  return found;
}

/** Returns JSON with payloads as text, because protobuf writes them in base64. */
const readable = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) =>
    key === 'data' && typeof inner === 'string' ? Buffer.from(inner, 'base64').toString('utf8') : inner,
  );
