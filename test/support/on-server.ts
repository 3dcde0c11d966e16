import { Client } from 'pg';

/** Runs a statement on a separate connection. @returns the first row */
export async function onServer<Row>(url: string, statement: string): Promise<Row> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row & object>(statement)).rows[0] as Row;
  } finally {
    await client.end();
  }
}
