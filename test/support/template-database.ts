import { Client } from 'pg';
import { migrate } from '../../db/migrate';

export const TEMPLATE_DATABASE = 'apex_template';

/**
 * Creates the database that {@link createTestDatabase} copies, with the newest schema.
 * @param server URL of any database.
 */
export async function createTemplateDatabase(server: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`create database ${TEMPLATE_DATABASE}`);
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.pathname = `/${TEMPLATE_DATABASE}`;
  await migrate(url.href);
}
